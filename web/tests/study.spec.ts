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
