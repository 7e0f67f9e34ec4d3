import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const PAGES: readonly (readonly [string, string])[] = [
  ['the shelf', '#/'],
  ['procedures', '#/table/line-of-battle'],
  ['a procedure', '#/table/elephant/fire'],
  ['a long form', '#/table/billy-yank/charge'],
  ['charts', '#/charts'],
  ['a card', '#/charts/volley-and-bayonet'],
  ['a lit chart', '#/charts/elephant/fire-results?lit=7.6'],
  ['house rules', '#/house/fire-and-fury'],
  ['a page for later', '#/lobby'],
];

for (const theme of ['light', 'dark'] as const) {
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
      const found = await new AxeBuilder({ page }).analyze();
      const serious = found.violations.filter(
        (violation) => violation.impact === 'serious' || violation.impact === 'critical',
      );
      expect(
        serious.map(
          (violation) =>
            `${violation.id}: ${violation.nodes
              .map((node) => node.html)
              .slice(0, 3)
              .join(' | ')}`,
        ),
      ).toEqual([]);
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
  await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.ready).active));
});
