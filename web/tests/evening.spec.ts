import { expect, test, type APIRequestContext } from '@playwright/test';
import type { Made } from '../src/net/wire';
import { BOTH, kindOf, makeTable, Player, sitDown } from './tables';

/** A table of one person, and a program at the same seat. */
async function both(request: APIRequestContext, typed = false): Promise<{ made: Made; player: Player }> {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH, typed);
  return { made, player: new Player(request, made.table, made.links[0]?.token ?? '') };
}

/** Plays on to a step in which nothing can be done. */
async function toEmptyStep(player: Player): Promise<number> {
  for (let orders = 0; orders < 120; orders += 1) {
    const { decision, scene, turn } = await player.news();
    if (decision.decision === 'yours') {
      const { waiting } = decision;
      const choice = waiting['waits-for'] === 'answer' ? (waiting.choices[0] ?? '') : '';
      await player.ask({ ask: 'answer', choice });
      continue;
    }
    const offers = await player.offers();
    const [only] = offers;
    const isEmpty = offers.length === 1 && only && kindOf(only).startsWith('end-');
    if (isEmpty && !scene.pieces.some((piece) => piece.may_act)) return turn;
    for (const offer of offers) if (await player.order(offer.command)) break;
  }
  throw new Error('there is no such step');
}

test('a card drawn at a real table is picked by its name', async ({ page, request }) => {
  const { made } = await both(request, true);
  await sitDown(page, made);
  await page.getByTestId('general').first().click();
  const pad = page.getByTestId('dice-pad');
  await expect(pad.getByRole('heading', { name: 'Which card is drawn?' })).toBeVisible();
  await pad.getByRole('button', { name: "Hale's brigade" }).click();
  await expect(page.locator('.phase.union')).toBeVisible();
  await expect(pad.getByRole('button', { name: "Hale's brigade" })).toBeHidden();
});

test('a standing order is given before the question was ever asked', async ({ page, request }) => {
  const { made, player } = await both(request);
  await sitDown(page, made);
  await page.getByRole('button', { name: 'Table and settings' }).click();
  const volley = page.getByLabel(/Fire at the charge at 100 yards/);
  await expect(volley.getByRole('option')).toHaveText(['ask me', 'Yes', 'No']);
  await volley.selectOption('No');
  await page.getByLabel(/Which way back/).selectOption('The first, or fewest');
  const left = [
    ['first-fire', 'no'],
    ['retreat-path', 'first'],
  ];
  await expect.poll(async () => (await player.news()).standing).toEqual(left);
});

test('a step in which nothing can be done passes by itself, unless one does not want it', async ({ page, request }) => {
  const { made, player } = await both(request);
  const before = await toEmptyStep(player);
  await page.addInitScript(() => localStorage.setItem('longroll.settings', JSON.stringify({ passes: false })));
  await sitDown(page, made);
  await expect(page.getByTestId('general')).toHaveCount(1);
  await page.waitForTimeout(2_000);
  expect((await player.news()).turn).toBe(before);
  await page.getByRole('button', { name: 'Table and settings' }).click();
  await page.getByLabel(/nothing can be done pass by themselves/).check();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await player.news()).turn).toBeGreaterThan(before);
});

test('the page checks the dice of a game that is closed', async ({ page, request }) => {
  const { made, player } = await both(request);
  await player.order({ do: 'draw-card' });
  expect((await player.ask({ ask: 'close' })).tell).toBe('done');
  await sitDown(page, made);
  await page.goto(`./#/replay/${made.table}`);
  await page.getByRole('button', { name: 'Check the dice' }).click();
  await expect(page.getByTestId('fairness')).toContainText(/dice are fair/);
  await expect(page.getByText(made.commitment)).toBeVisible();
});
