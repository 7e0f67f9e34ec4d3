import { expect, test, type Page } from '@playwright/test';
import { BOTH, makeTable, sitDown } from './tables';

/** Chooses a unit in the order of battle. */
async function choose(page: Page, name: RegExp): Promise<void> {
  const units = page.getByRole('tab', { name: 'Units' });
  if (await units.isVisible()) await units.click();
  await page.locator('.unit', { hasText: name }).first().click();
  await expect(page.getByTestId('unit')).toBeVisible();
}

for (const [book, unit, band] of [
  ['elephant', /2nd Wisconsin/, /^\d+ yards: /],
  ['line-of-battle', /8th New York/, /^1 hex: no shift/],
] as const) {
  test(`${book}: the chosen unit shows its arc, ranges and dead ground, and says them`, async ({ page, request }) => {
    await sitDown(
      page,
      await makeTable(request, book, book === 'elephant' ? 'brawners-farm' : 'mcphersons-ridge', BOTH),
    );
    await choose(page, unit);
    const zone = page.getByTestId('zone');
    await expect(zone.locator('.arc')).toHaveAttribute('d', /^M.*z$/);
    await expect(page.getByTestId('zone-words').locator('text').first()).toHaveText(band);
    expect(await zone.locator('.edge').count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: /What lies around it/ }).click();
    await expect(page.getByTestId('bears')).toContainText(/range and sight/);
    await expect(page.getByTestId('ground-under')).toContainText('It stands');
    await expect(page.getByTestId('ground-near').getByRole('listitem').first()).toContainText(/yards/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(zone).toHaveCount(0);
  });
}

test('what the map shows is switched by a finger, too', async ({ page, request }, { project }) => {
  await sitDown(page, await makeTable(request, 'elephant', 'brawners-farm', BOTH));
  await choose(page, /2nd Wisconsin/);
  const zone = page.getByTestId('zone');
  await expect(zone).toBeVisible();
  const layers = page.getByRole('button', { name: 'What the map shows' });
  if (project.name === 'phone') await layers.tap();
  else await expect(layers).toBeHidden();
  const ranges = page.getByRole('button', { name: 'Ranges' });
  await ranges.click();
  await expect(zone).toHaveCount(0);
  await ranges.click();
  await expect(zone).toBeVisible();
  if (project.name === 'phone') await layers.tap();
  await expect(ranges).toBeVisible({ visible: project.name !== 'phone' });
});

test('units are drawn as bars, as stands or as boxes, and it is remembered', async ({ page, request }) => {
  await sitDown(page, await makeTable(request, 'elephant', 'training-toll-gate', BOTH));
  const [bases, strokes] = [page.locator('[data-piece] .base'), page.locator('[data-piece] .stroke')];
  expect([await bases.count(), await strokes.count()]).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Table and settings' }).click();
  await page.getByText('Stands from above').click();
  await page.keyboard.press('Escape');
  await expect(bases.first()).toBeVisible();
  await page.keyboard.press('b');
  await expect(strokes.first()).toBeVisible();
  await page.reload();
  await expect(strokes.first()).toBeVisible();
});

test('the map is painted within a second', async ({ page, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH);
  await sitDown(page, made);
  const began = Date.now();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('[data-piece]').first()).toBeVisible();
  const taken = Date.now() - began;
  test.info().annotations.push({ type: 'first map paint', description: `${taken} ms` });
  // A busy machine may take longer than a friend's: the figure is in the report, the bound is generous.
  expect(taken).toBeLessThan(5_000);
});
