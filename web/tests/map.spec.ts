import { expect, test, type Page } from '@playwright/test';
import type { Frame, Mark, News } from '../src/net/wire';
import { BOTH, makeTable, sitDown } from './tables';

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
