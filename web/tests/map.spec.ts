import { expect, test } from '@playwright/test';
import type { Mark } from '../src/net/wire';
import { BOTH, FRIENDS, makeTable, Player, sitDown, tell, toActivity } from './tables';

test('marks of one name lie side by side, and only an objective is shown as held', async ({ page, request }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await tell(page, ({ scene }) => {
    const legs = scene.pieces
      .slice(0, 3)
      .map(({ at, side }): Mark => ({ kind: 'legs', name: 'Cowardly Legs', at, side }));
    const at = scene.pieces[0]?.at ?? { x: 0, y: 0 };
    scene.marks.push(...legs, { kind: 'objective', name: 'Here', at, side: 'union' });
  });
  await sitDown(page, await makeTable(request, 'line-of-battle', 'training-toll-gate', BOTH));
  await expect(page.locator('[data-mark=legs]')).toHaveCount(3);
  await expect(page.locator('[data-mark=legs] .held')).toHaveCount(0);
  await expect(page.locator('[data-mark=objective] .held').last()).toBeVisible();
  expect(errors).toEqual([]);
});

test('however long the odds are, the word to fire can be given', async ({ page, request }) => {
  await sitDown(page, await makeTable(request, 'line-of-battle', 'training-toll-gate', BOTH));
  await toActivity(page);
  const units = page.getByRole('tab', { name: 'Units' });
  if (await units.isVisible()) await units.click();
  await page.locator('.unit.able', { hasText: 'Battery' }).click();
  await expect(page.getByTestId('unit')).toBeVisible();
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  // The nearest enemies may be out of range or sight.
  const fire = page.getByTestId('aim').getByRole('button', { name: /^Fire/ });
  for (let targets = 0; targets < 4 && !(await fire.isVisible()); targets += 1) {
    await page.keyboard.press('f');
    await expect(page.getByText('The rules are being asked…')).toHaveCount(0);
  }
  await expect(page.getByTestId('odds').getByRole('button', { name: /more outcomes/ })).toBeVisible();
  await expect(fire).toBeInViewport({ ratio: 0.9 });
  // No two outcomes share a tint.
  const tints = await page
    .locator('[data-testid=odds] li .key')
    .evaluateAll((keys) => keys.map((key) => key.className));
  expect(new Set(tints).size).toBe(tints.length);
});

test('the journal opens at its newest line', async ({ page, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH);
  const player = new Player(request, made.table, made.links[0]?.token ?? '');
  for (let said = 0; said < 30; said += 1) await player.ask({ ask: 'say', text: `line ${said}` });
  await sitDown(page, made);
  const tab = page.getByRole('tab', { name: 'Journal' });
  if (await tab.isVisible()) await tab.click();
  await expect(page.getByText('line 29')).toBeInViewport();
});

for (const [seat, canTakeBack] of [
  [0, true],
  [1, false],
] as const) {
  test(`a question names its unit, what hangs on it and its sides, for seat ${seat}`, async ({ page, request }) => {
    await tell(page, (news) => {
      const about = news.scene.pieces[0]?.id ?? 0;
      const choices = ['n', 'sw'];
      const [prompt, rule] = ['Across which side does it go on?', 'LB-MOR-KEY-NONEGATE'];
      const waiting = { question: 'retreat-route', side: 'confederate', about, prompt, choices, rule } as const;
      news.scene.standing.side = 'union';
      news.decision = { decision: 'yours', waiting: { 'waits-for': 'answer', ...waiting, choices } };
    });
    await sitDown(page, await makeTable(request, 'line-of-battle', 'training-toll-gate', FRIENDS), seat);
    const question = page.getByTestId('question');
    await expect(question).toContainText('1st Ohio');
    await expect(question).toContainText('Away from the enemy who made it go');
    await expect(question.getByRole('button', { name: 'North' })).toBeVisible();
    await expect(question.getByRole('button', { name: 'South-west' })).toBeVisible();
    await expect(question.getByRole('button', { name: 'Take back' })).toHaveCount(canTakeBack ? 1 : 0);
  });
}

test('a regiment that is gone stays in the order of battle', async ({ page, request }) => {
  await tell(page, ({ scene }) => (scene.pieces = scene.pieces.filter(({ name }) => name !== '1st Ohio')));
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH, false, 'A test', true);
  await sitDown(page, made);
  const units = page.getByRole('tab', { name: 'Units' });
  if (await units.isVisible()) await units.click();
  await expect(page.locator('.gone', { hasText: '1st Ohio' })).toContainText('0/7');
  await expect(page.locator('.head.union').first()).toContainText('7/14');
  // Whoever looks on and saw him reads the same.
  await page.context().clearCookies();
  await page.goto(`./#/battle/${made.table}`);
  await page.reload();
  await expect(page.getByTestId('spectator')).toBeAttached();
  if (await units.isVisible()) await units.click();
  await expect(page.locator('.gone', { hasText: '1st Ohio' })).toContainText('0/7');
});

test('at first sight no unit lies under a button of the map', async ({ page, request }) => {
  await sitDown(page, await makeTable(request, 'line-of-battle', 'first-bull-run', BOTH));
  const boxes = await page.getByRole('toolbar', { name: 'Map' }).getByRole('button').all();
  const buttons = (await Promise.all(boxes.map((button) => button.boundingBox()))).flatMap((box) => box ?? []);
  expect(buttons.length).toBeGreaterThan(2);
  const hidden = await page.locator('[data-piece]').evaluateAll((pieces, buttons) => {
    const middles = pieces.map((piece) => {
      const { x, y } = new DOMPoint().matrixTransform((piece as SVGGElement).getScreenCTM() ?? undefined);
      return { name: piece.getAttribute('data-piece'), x, y };
    });
    return middles.filter(({ x, y }) =>
      buttons.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height),
    );
  }, buttons);
  expect(hidden).toEqual([]);
});

test('a question brings the unit it is about into sight, and says who is asked', async ({ page, request }) => {
  let isMine = true;
  await tell(page, (news) => {
    const waiting = { question: 'first-fire', side: 'union', about: null, prompt: 'Fire now?', rule: '' } as const;
    // It names no unit: the one that is on its way is meant, and stands at the foot of the map.
    news.scene.active = news.scene.pieces.find(({ name }) => name === '1st Ohio')?.id ?? null;
    news.decision = isMine
      ? { decision: 'yours', waiting: { 'waits-for': 'answer', ...waiting, choices: ['yes', 'no'] } }
      : { decision: 'theirs', side: 'confederate', what: 'has a question to answer' };
  });
  const made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  await sitDown(page, made);
  await expect(page.getByTestId('whose')).toHaveText('You are asked');
  const card = page.getByTestId('question');
  const unit = page.locator('[data-piece="0"] .touch').first();
  await expect
    .poll(async () => {
      const [foot, top] = await Promise.all([unit.boundingBox(), card.boundingBox()]);
      return (top?.y ?? 0) - (foot?.y ?? Infinity) - (foot?.height ?? 0);
    })
    .toBeGreaterThan(0);
  await expect(unit).toBeInViewport({ ratio: 0.9 });
  isMine = false;
  await page.reload();
  await expect(page.getByTestId('whose')).toHaveText('Ben is asked');
});
