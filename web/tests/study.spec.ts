import { expect, test } from '@playwright/test';

test('a study is run, and its figures and plots are shown', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./#/study/training-toll-gate');
  await page.getByRole('spinbutton', { name: 'Battles' }).fill('6');
  await page.getByRole('combobox', { name: 'Union' }).selectOption('recruit');
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/studies')) begun += 1;
  });
  await page.getByRole('button', { name: 'Run it' }).dblclick();
  // Its name is in the address: whoever loads the page again finds it there.
  await expect.poll(() => page.url()).toMatch(/run=/);
  expect(begun).toBe(1);
  await page.reload();
  const found = page.getByTestId('found');
  await expect(found).toBeVisible({ timeout: 90_000 });
  await expect(found.getByRole('list', { name: 'Victories' }).getByRole('listitem')).toHaveCount(3);
  await expect(found.getByRole('img', { name: /Men lost by turn/ })).toBeVisible();
  await expect(page.getByText('6 battles, seed 1862')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByTestId('ran')).toContainText('The toll gate by Seeing the Elephant!');
  // What was found belongs to what it was found for.
  await page.getByRole('combobox', { name: 'Battle' }).selectOption('fort-donelson-gunboats');
  await expect(found).toHaveCount(0);
  await expect(page.getByTestId('no-rulebook')).toContainText('No rulebook plays');
});

test('what is no number of battles is said beside its field, and what none plays is not offered', async ({ page }) => {
  await page.goto('./#/study/training-toll-gate');
  const run = page.getByRole('button', { name: 'Run it' });
  await expect(run).toBeEnabled();
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/studies')) begun += 1;
  });
  const seed = page.getByRole('spinbutton', { name: 'Seed' });
  await seed.fill('');
  await run.click();
  await expect(seed).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText(/A whole number from 0 to/);
  await seed.fill('7');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('spinbutton', { name: 'Battles' }).fill('2001');
  await run.click();
  await expect(page.getByRole('alert')).toHaveText('A whole number from 2 to 2,000');
  expect(begun).toBe(0);
  await page.goto('./#/lobby/fort-donelson-gunboats');
  await expect(page.getByRole('heading', { name: 'Balance certificate' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Study it' })).toHaveCount(0);
  await page.goto('./#/lobby/training-toll-gate');
  await expect(page.getByRole('link', { name: 'Study it' })).toBeVisible();
});

test('a file that is no saved game is said to be none', async ({ page }) => {
  await page.goto('./#/lobby');
  const input = page.getByLabel(/Open a game file/);
  for (const [name, text] of [
    ['a.json', '{"format":"longroll table 1"}'],
    ['b.longroll', 'turn 1'],
  ] as const) {
    await input.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(page.getByTestId('no-game')).toContainText('This is no saved game of Long Roll.');
    await page.reload();
  }
});
