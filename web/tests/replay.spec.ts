import { expect, test } from '@playwright/test';
import { BOTH, makeTable, Player, sitDown, tell } from './tables';

test('a replay keeps its map in place, ends where a link goes too far, and goes on from no battle that is over', async ({
  page,
  request,
}) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH);
  const player = new Player(request, made.table, made.links[0]?.token ?? '');
  for (let orders = 0; orders < 12; orders += 1) {
    const { decision } = await player.news();
    if (decision.decision === 'yours' && decision.waiting['waits-for'] === 'answer')
      await player.ask({ ask: 'answer', choice: decision.waiting.choices[0] ?? '' });
    else for (const offer of await player.offers()) if (await player.order(offer.command)) break;
  }
  let isOver = true;
  await tell(page, (news) => {
    if (isOver) news.decision = { decision: 'over' };
    // One of them has much to tell.
    for (const one of news.pages) if (one.note === 'turn' && one.turn === 2) one.words = Array(14).fill('much is told');
  });
  await sitDown(page, made);
  await page.goto(`./#/replay/${made.table}?turn=99999`);
  const count = page.getByText(/order \d+ of \d+/);
  await expect(count).toHaveText(/order ([1-9]\d*) of \1$/);
  const on = page.getByRole('button', { name: 'Play on from here' });
  await expect(on).toBeDisabled();
  await expect(page.getByTestId('told')).toContainText('The battle is over here.');
  const map = page.getByTestId('map');
  const height = (await map.boundingBox())?.height;
  const back = page.getByRole('button', { name: 'One order back' });
  for (let at = Number(/\d+/.exec(await count.innerText())?.[0]); at > 0; at -= 1) {
    expect((await map.boundingBox())?.height).toBeCloseTo(height ?? 0, 0);
    await back.click();
    await expect(on).toBeEnabled();
  }
  await expect(page.getByTestId('told')).toContainText('The start.');
  expect((await map.boundingBox())?.height).toBeCloseTo(height ?? 0, 0);
  // A battle that goes on can be played on from where it stands.
  isOver = false;
  await page.reload();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(count).toHaveText(/order ([1-9]\d*) of \1$/);
  await expect(on).toBeEnabled();
});
