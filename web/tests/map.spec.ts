import { expect, test, type Page } from '@playwright/test';
import type { Frame, Mark, News } from '../src/net/wire';
import { BOTH, goOn, makeTable, Player, sitDown } from './tables';

/** Lays marks on the map that a battle would need an hour for. */
async function lay(page: Page, marks: (news: News) => Mark[]): Promise<void> {
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const frame = JSON.parse(String(message)) as Frame;
      if (frame.what === 'news') frame.news.scene.marks.push(...marks(frame.news));
      socket.send(JSON.stringify(frame));
    });
  });
}

test('marks of one name lie side by side, and only an objective is shown as held', async ({ page, request }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await lay(page, ({ scene }) =>
    scene.pieces
      .slice(0, 3)
      .map(({ at, side }): Mark => ({ kind: 'legs', name: 'Cowardly Legs', at, side }))
      .concat({ kind: 'objective', name: 'Here', at: scene.pieces[0]?.at ?? { x: 0, y: 0 }, side: 'union' }),
  );
  await sitDown(page, await makeTable(request, 'line-of-battle', 'training-toll-gate', BOTH));
  await expect(page.locator('[data-mark=legs]')).toHaveCount(3);
  await expect(page.locator('[data-mark=legs] .held')).toHaveCount(0);
  await expect(page.locator('[data-mark=objective] .held').last()).toBeVisible();
  expect(errors).toEqual([]);
});

test('nothing is pointed at once the pointer has left the map', async ({ page, request }, { project }) => {
  test.skip(project.name === 'phone', 'a finger does not hover');
  await sitDown(page, await makeTable(request, 'elephant', 'training-toll-gate', BOTH));
  const piece = page.locator('[data-piece="0"] .touch').first();
  const tip = page.locator('.tip');
  await piece.hover({ force: true });
  await expect(tip).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(700, 420, { steps: 4 });
  await expect(tip).toHaveCount(0);
  await page.mouse.up();
  await piece.hover({ force: true });
  await expect(tip).toBeVisible();
  await page.locator('header').first().hover();
  await expect(tip).toHaveCount(0);
});

/** Brings Line of Battle to its first Activity Phase. */
async function toActivity(page: Page): Promise<void> {
  const phase = page.locator('.phase b');
  for (let steps = 0; steps < 6 && !/Activity/.test(await phase.innerText()); steps += 1) {
    const before = await phase.innerText();
    await goOn(page);
    await expect(phase).not.toHaveText(before);
  }
}

test('the end of a phase is asked about while units may still act', async ({ page, request }, { project }) => {
  test.skip(project.name === 'phone', 'it is asked by keys here');
  await sitDown(page, await makeTable(request, 'line-of-battle', 'training-toll-gate', BOTH));
  // The map is where one arrives.
  await expect(page.getByTestId('map')).toBeFocused();
  await toActivity(page);
  const [phase, asked] = [page.locator('.phase b'), page.getByTestId('asked')];
  const before = await phase.innerText();
  await page.getByTestId('map').focus();
  await page.keyboard.press('Space');
  await expect(asked).toContainText(/\d units may still act/);
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(phase).toHaveText(before);
  await page.getByTestId('map').focus();
  await page.keyboard.press('Space');
  await expect(asked).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(phase).not.toHaveText(before);
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
