import { expect, test } from '@playwright/test';
import { FRIENDS, makeTable } from './tables';

test('home is the lobby, with ways to everything else', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Beat the long roll' })).toBeVisible();
  const besides = page.getByRole('navigation', { name: 'Besides' });
  for (const [name, heading] of [
    ['At the table', 'At the table'],
    ['Charts', 'Charts'],
    ['Studies', 'Studies'],
    ['Your games', 'Your account'],
  ] as const) {
    await besides.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    // Another page begins at its top, with the way back in sight.
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Long Roll, home' }).click();
    await expect(page.getByRole('button', { name: 'Beat the long roll' })).toBeVisible();
  }
});

test('an account keeps seats and says where to be told', async ({ page, request }, { project }) => {
  const name = `Anna ${project.name} ${Date.now()}`;
  const made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  await page.goto('./#/lobby');
  await page.getByRole('link', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'I have none yet' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('a long enough word');
  await page.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByTestId('account-name')).toHaveText(name);
  await page.goto(`./#/battle/${made.table}/${made.links[0]?.token ?? ''}`);
  await expect(page.locator('[data-piece]').first()).toBeVisible({ timeout: 40_000 });
  await page.goto('./#/account');
  const game = page.getByRole('listitem').filter({ hasText: 'A test' });
  await expect(game).toBeVisible();
  await game.getByText('Tell me when it is my turn').click();
  await game.getByLabel('To an address of the web').fill('https://example.org/turn');
  await game.getByRole('button', { name: 'Tell me so' }).click();
  await expect(game.getByText('You will be told when it is your turn.')).toBeVisible();
  await page.reload();
  await game.getByText('Tell me when it is my turn').click();
  await expect(game.getByLabel('To an address of the web')).toHaveValue('https://example.org/turn');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You sit at no table yet.')).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('not the word');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The name or the password is another');
  await page.getByLabel('Password').fill('a long enough word');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(game).toBeVisible();
});

test('the pace is chosen in the lobby', async ({ page }) => {
  await page.goto('./#/lobby/training-toll-gate');
  await page.getByText('By mail', { exact: true }).click();
  await page.getByLabel(/Remind whoever has not moved after/).selectOption('a day');
  await page.getByRole('button', { name: 'Beat the long roll' }).click();
  await page.getByRole('link', { name: 'To my seat' }).or(page.locator('[data-piece]').first()).first().waitFor();
  const table = /battle\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  const told = await page.evaluate(async (id) => (await fetch(`./api/v1/tables/${id}`)).json(), table);
  expect(told.news.settings.pace).toEqual({ pace: 'mail', hours: 24 });
  await page.getByRole('button', { name: 'Table and settings' }).click();
  await expect(page.getByTestId('notices')).toBeVisible();
});
