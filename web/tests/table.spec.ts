import { expect, test } from '@playwright/test';
import { showOdds } from '../src/lib/odds';
import { bookOf, oddsOf, PROCEDURES, shownPercents, typeUntilSettled } from './support';

test('one procedure of each rulebook is settled with typed dice and the network cut off', async ({ page, context }) => {
  await page.goto('./');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Rulebooks' }).getByRole('listitem')).toHaveCount(5);
  for (const [book, procedure] of PROCEDURES) {
    await page.goto(`./#/table/${book}/${procedure}`);
    await typeUntilSettled(page);
    const result = page.getByTestId('result');
    await expect(result.getByRole('heading')).not.toBeEmpty();
    await expect(page.getByTestId('working')).toContainText('typed');
    await expect(page.getByTestId('odds').locator('.come')).toHaveCount(1);
  }
});

for (const [slug, procedure] of PROCEDURES) {
  test(`the odds of ${slug} ${procedure} are the engine's`, async ({ page }) => {
    const book = await bookOf(slug);
    const situation = book.procedures.find((known) => known.name === procedure)?.examples[0]?.situation ?? null;
    const shown = showOdds(await oddsOf(slug, procedure, situation));
    await page.goto(`./#/table/${slug}/${procedure}`);
    expect(await shownPercents(page)).toEqual(shown.lines.flatMap((line) => line.parts.map((part) => part.percent)));
  });
}

test('a modifier changes the odds at once, the dice are read again, and the inputs are remembered', async ({
  page,
}) => {
  await page.goto('./#/table/elephant/fire');
  const odds = page.getByTestId('odds');
  const before = await odds.innerText();
  await page.getByTestId('dice-pad').getByRole('button', { name: 'The die shows 7' }).click();
  const result = page.getByTestId('result');
  await expect(result).toBeVisible();
  const first = await result.getByRole('heading').innerText();
  // Lying down behind a wall is worth more columns than one die can mend.
  await page.getByRole('group', { name: 'Target' }).getByText('Prone').click();
  await expect(result.getByRole('heading')).not.toHaveText(first);
  await expect.poll(() => odds.innerText()).not.toBe(before);
  await page.reload();
  await expect(page.getByRole('group', { name: 'Target' }).getByLabel('Prone')).toBeChecked();
});

test('the umpire asks for dice one by one, and takes the last one back', async ({ page }) => {
  await page.goto('./#/table/volley-and-bayonet/fire');
  const pad = page.getByTestId('dice-pad');
  await expect(pad).toContainText('die 1 of');
  await pad.getByRole('button', { name: 'The die shows 4' }).click();
  await expect(pad).toContainText('die 2 of');
  await pad.getByRole('button', { name: 'Take back' }).click();
  await expect(pad).toContainText('die 1 of');
  await pad.getByRole('button', { name: 'Roll for me' }).click();
  await expect(page.getByTestId('working')).not.toContainText('typed');
});

test('a situation that cannot be is refused with its rule and its field', async ({ page }) => {
  await page.goto('./#/table/elephant/fire');
  const stands = page.getByRole('textbox', { name: 'Stands' }).first();
  await stands.fill('0');
  await stands.blur();
  await expect(page.getByTestId('refused')).toContainText('Stands');
});

test('every look-up opens its chart with the cell lit, every modifier its rule', async ({ page }) => {
  await page.goto('./#/table/elephant/fire');
  await page.getByTestId('dice-pad').getByRole('button', { name: 'The die shows 7' }).click();
  const working = page.getByTestId('working');
  await working.getByRole('button', { name: /die 7/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Fire results' });
  await expect(dialog.locator('.lit')).toHaveText(/1/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await working.getByRole('button', { name: 'Rule SE-FIRE-SHIFT-STATIONARY' }).click();
  await expect(page.getByRole('dialog', { name: 'SE-FIRE-SHIFT-STATIONARY' })).toContainText('Seeing the Elephant!');
});

test('the result is copied as one line', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#/table/elephant/fire');
  await page.getByTestId('dice-pad').getByRole('button', { name: 'The die shows 7' }).click();
  await page.getByRole('button', { name: 'Copy the line' }).click();
  await expect(page.getByRole('button', { name: 'Copied the line' })).toBeVisible();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(/^Seeing the Elephant!, fire: .+ \(dice 7\)$/);
});

test('a switch of the house changes the ruling, and is told', async ({ page }) => {
  await page.goto('./#/house/elephant');
  await page.getByRole('radiogroup', { name: 'Ammunition' }).getByText('On').click();
  await page.goto('./#/table/elephant/fire');
  await expect(page.getByText('house rules: 1')).toBeVisible();
  await page.getByTestId('dice-pad').getByRole('button', { name: 'The die shows 0' }).click();
  await expect(page.getByTestId('result')).toContainText(/ammunition/i);
});
