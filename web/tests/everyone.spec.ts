import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { BOTH, makeTable, sitDown } from './tables';

const PAGES: readonly (readonly [string, string])[] = [
  ['home', '#/'],
  ['the shelf', '#/table'],
  ['an account', '#/account'],
  ['procedures', '#/table/line-of-battle'],
  ['a procedure', '#/table/elephant/fire'],
  ['a long form', '#/table/billy-yank/charge'],
  ['charts', '#/charts'],
  ['a card', '#/charts/volley-and-bayonet'],
  ['a lit chart', '#/charts/elephant/fire-results?lit=7.6'],
  ['house rules', '#/house/fire-and-fury'],
  ['battles', '#/lobby'],
  ['a battle', '#/lobby/brawners-farm'],
  ['studies', '#/study'],
  ['a page that is none', '#/nowhere/at/all'],
];

async function seriousOn(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .slice(0, 3)
        .join(' | ')}`,
  );
}

for (const theme of ['light', 'dark'] as const) {
  test(`a table, its orders and its replay are open to everyone in the ${theme}`, async ({ page, request }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const made = await makeTable(request, 'elephant', 'brawners-farm', BOTH);
    await sitDown(page, made);
    await page.getByTestId('general').first().click();
    await expect(page.getByTestId('journal')).toContainText(/card/i);
    const units = page.getByRole('tab', { name: 'Units' });
    if (await units.isVisible()) {
      await units.click();
      expect(await seriousOn(page)).toEqual([]);
    }
    await page.locator('.unit').nth(2).click();
    await expect(page.getByTestId('unit')).toBeVisible();
    expect(await seriousOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Table and settings' }).click();
    await expect(page.getByRole('dialog', { name: 'The table' })).toBeVisible();
    expect(await seriousOn(page)).toEqual([]);
    await page.goto(`./#/replay/${made.table}`);
    await expect(page.locator('[data-piece]').first()).toBeVisible();
    expect(await seriousOn(page)).toEqual([]);
  });

  for (const [name, address] of PAGES) {
    test(`${name} is open to everyone in the ${theme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(`./${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: '…' })).toHaveCount(0);
      if (name === 'a procedure') {
        await page.getByRole('button', { name: 'The die shows 7' }).click();
        await expect(page.getByTestId('result')).toBeVisible();
      }
      expect(await seriousOn(page)).toEqual([]);
    });
  }
}

test('no page is wider than its screen', async ({ page }) => {
  for (const [, address] of PAGES) {
    await page.goto(`./${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(300);
    const spare = await page.evaluate(
      () => document.documentElement.clientWidth - document.documentElement.scrollWidth,
    );
    expect(spare, address).toBeGreaterThanOrEqual(0);
  }
});

test('it can be installed', async ({ page, request }) => {
  await page.goto('./');
  const manifest = await (await request.get('./manifest.webmanifest')).json();
  expect(manifest.icons.length).toBeGreaterThanOrEqual(3);
  for (const icon of manifest.icons as { src: string }[]) expect((await request.get(icon.src)).ok()).toBe(true);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  // The page is kept; what else the server shows at an address of its own is still the server's.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const health = await page.goto('./health');
  expect(health?.headers()['content-type']).not.toContain('html');
});
