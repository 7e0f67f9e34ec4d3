import { expect, test, type Page, type WebSocketRoute } from '@playwright/test';
import { FRIENDS, kindOf, makeTable, Player, sitDown } from './tables';
import type { Made, Offer } from '../src/net/wire';

/** Lets a test break the line of a page, as a bad network does. */
async function breakable(page: Page): Promise<() => Promise<void>> {
  const lines: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/socket/, (line) => {
    line.connectToServer();
    lines.push(line);
  });
  return async () => {
    const line = lines.pop();
    await line?.close();
  };
}

/** Brings both sides together over HTTP until somebody can charge; gives the order and who gives it. */
async function untilCharge(players: Player[]): Promise<{ offer: Offer; seat: number }> {
  for (let orders = 0; orders < 400; orders += 1) {
    for (const [seat, player] of players.entries()) {
      const { decision, scene } = await player.news();
      if (decision.decision === 'yours' && decision.waiting['waits-for'] === 'answer')
        await player.ask({ ask: 'answer', choice: decision.waiting.choices[0] ?? '' });
      if (decision.decision !== 'your-order') continue;
      const offers = await player.offers();
      const charge = offers.find((offer) => kindOf(offer) === 'charge');
      if (charge) return { offer: charge, seat };
      await step(player, offers, scene.active ?? undefined);
    }
  }
  throw new Error('nobody ever comes near enough to charge');
}

/** Whatever brings a side nearer to the other. */
async function step(player: Player, offers: Offer[], active: number | undefined): Promise<void> {
  const wanted = ['announce-charge', 'test', 'move'].map((kind) => offers.find((offer) => kindOf(offer) === kind));
  const ahead = offers.filter((offer) => kindOf(offer) === 'advance' && offer.piece === active);
  const rest = offers.filter((offer) => offer.piece === null || kindOf(offer).startsWith('end'));
  for (const offer of [wanted[0], wanted[1], ahead[0], wanted[2], ...rest]) {
    if (offer && (await player.order(offer.command))) return;
  }
}

test('two browsers, and a line that breaks in the middle of a charge', async ({ browser, page, request }) => {
  test.setTimeout(180_000);
  const made: Made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  const players = made.links.map((link) => new Player(request, made.table, link.token));
  const { offer, seat } = await untilCharge(players);
  const other = await (await browser.newContext()).newPage();
  const pages = [page, other];
  const [charger, target] = seat === 0 ? pages : [other, page];
  if (!charger || !target) throw new Error('there are two pages');
  const breaks = await Promise.all(pages.map(breakable));
  await sitDown(charger, made, seat);
  await sitDown(target, made, 1 - seat);
  const before = (await players[seat]?.news())?.turn ?? 0;
  const button = charger.getByTestId('general').filter({ hasText: new RegExp(offer.words.slice(0, 20), 'i') });
  await button.first().click();
  // The charge asks the other side something, or its own; whoever is asked answers, while lines break.
  for (let asked = 0; asked < 12; asked += 1) {
    const { turn, decision } = (await players[seat]?.news()) ?? { turn: 0, decision: undefined };
    if (turn > before && decision?.decision !== 'yours' && asked > 0) break;
    await Promise.all(breaks.map((breakLine) => breakLine()));
    for (const one of pages) {
      await expect(one.getByText('Coming back to the table…')).toBeHidden();
      const question = one.getByTestId('question');
      if (await question.isVisible()) await question.locator('.choices button').first().click();
    }
    await page.waitForTimeout(300);
  }
  const [mine, theirs] = await Promise.all(players.map((player) => player.news()));
  expect(mine?.turn).toBeGreaterThan(before);
  expect(mine?.chain).toBe(theirs?.chain);
  // Both browsers have come back to their own seats and tell the same story.
  for (const one of pages) {
    const journal = one.getByRole('tab', { name: 'Journal' });
    if (await journal.isVisible()) await journal.click();
    await expect(one.getByTestId('journal')).toContainText(/charge/i);
    await expect(one.getByText('Coming back to the table…')).toBeHidden();
  }
  await other.close();
});

test('a friend comes by his link, and what is said stays text', async ({ browser, page }) => {
  await page.goto('./#/lobby/training-toll-gate');
  await page.getByText('A friend, by link').click();
  await page.getByRole('button', { name: 'Beat the long roll' }).click();
  const link = await page.getByTestId('links').getByRole('textbox').inputValue();
  await page.getByRole('link', { name: 'To my seat' }).click();
  await expect(page.locator('[data-piece]').first()).toBeVisible();
  const friend = await (await browser.newContext()).newPage();
  await friend.goto(link);
  await expect(friend.locator('[data-piece]').first()).toBeVisible();
  const said = '<img src=x onerror=alert(1)> good evening';
  for (const one of [page, friend]) {
    const journal = one.getByRole('tab', { name: 'Journal' });
    if (await journal.isVisible()) await journal.click();
  }
  await friend.getByRole('textbox', { name: 'Say something at the table' }).fill(said);
  await friend.getByRole('button', { name: 'Say', exact: true }).click();
  await expect(page.getByTestId('journal')).toContainText(said);
  await expect(page.locator('[data-testid=journal] img')).toHaveCount(0);
  await friend.close();
});
