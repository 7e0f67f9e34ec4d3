import { expect, test } from '@playwright/test';

test('charts of all five are found by their titles and by what they say', async ({ page }) => {
  await page.goto('./#/charts');
  await expect(page.getByRole('link', { name: /The whole card/ })).toHaveCount(5);
  const search = page.getByRole('searchbox', { name: 'Search the charts' });
  await search.fill('fire results');
  await expect(page.getByRole('article', { name: 'Fire results' }).first()).toBeVisible();
  await search.fill('rifle-musket');
  await expect(page.locator('mark').first()).toHaveText(/rifle-musket/i);
  await search.fill('no such words');
  await expect(page.getByText('No chart says')).toBeVisible();
});

test('an address opens a chart with its cell lit', async ({ page }) => {
  await page.goto('./#/charts/elephant/fire-results?lit=7.6');
  const lit = page.locator('.lit');
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText('1');
  await expect(lit).toBeInViewport();
});

test('a cell of the house counts in the odds, and is starred on the card', async ({ page }) => {
  await page.goto('./#/charts/elephant/fire-results');
  await page.getByLabel('Change cells').check();
  await page.getByRole('button', { name: 'Change 7, 21+: 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fire results' });
  const cell = dialog.getByRole('textbox');
  await expect(cell).toHaveValue('1');
  await cell.fill('nonsense');
  await dialog.getByRole('button', { name: 'Play it so' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await cell.fill('2');
  await dialog.getByRole('button', { name: 'Play it so' }).click();
  await expect(page.getByText('House rule: 7, 21+: 2 (printed 1)')).toBeVisible();
  await page.goto('./#/table/elephant/fire');
  await page.getByTestId('dice-pad').getByRole('button', { name: 'The die shows 7' }).click();
  await expect(page.getByTestId('result')).toContainText('2 hits');
});

test('a card prints in columns without the page around it', async ({ page }) => {
  await page.goto('./#/charts/elephant');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').first()).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a search in one rulebook does not go on in another', async ({ page }) => {
  await page.goto('./#/charts/elephant');
  const search = page.getByRole('searchbox', { name: 'Search the charts' });
  await search.fill('rifle');
  await page.goto('./#/charts/fire-and-fury');
  await expect(page.getByRole('heading', { name: /Fire and Fury/, level: 1 })).toBeVisible();
  await expect(search).toHaveValue('');
});
