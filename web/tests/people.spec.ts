import { expect, test } from '@playwright/test';
import { FRIENDS, makeTable, Player, sitDown } from './tables';

/* What people write: it is said as they wrote it, and moves nothing else. */

test('one long word in the journal makes nothing wider, and a name from right to left turns nothing', async ({
  page,
  request,
}) => {
  const name = 'אבגד';
  const seats = FRIENDS.map((seat, place) => (place === 1 ? { ...seat, name } : seat));
  const made = await makeTable(request, 'elephant', 'training-toll-gate', seats, false, 'T'.repeat(80));
  const [anna, other] = made.links.map((link) => new Player(request, made.table, link.token));
  await other?.ask({ ask: 'say', text: 'W'.repeat(360) });
  await anna?.ask({ ask: 'say', text: `https://example.org/?${'a=1&'.repeat(80)}` });
  await sitDown(page, made);
  const tab = page.getByRole('tab', { name: 'Journal' });
  if (await tab.isVisible()) await tab.click();
  const journal = page.getByTestId('journal');
  await expect(journal).toContainText('example.org');
  const screen = page.viewportSize()?.width ?? 0;
  const wide = await page.locator('.right').evaluate((part) => part.getBoundingClientRect().right);
  expect(wide).toBeLessThanOrEqual(screen);
  for (const line of await journal.getByRole('listitem').all()) {
    const spare = await line.evaluate((part) => part.clientWidth - part.scrollWidth);
    expect(spare).toBeGreaterThanOrEqual(0);
    const box = await line.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? screen)).toBeLessThan(screen);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen);
  // The name is by itself: what stands after it stands after it.
  const said = journal.locator('b').filter({ hasText: name });
  await expect(said.locator('bdi')).toHaveText(name);
  // The list of the tables at which one sits has the long title whole, within its card.
  await page.goto('./#/lobby');
  const card = page.getByRole('navigation', { name: 'Your tables' }).getByRole('link').first();
  await expect(card).toContainText('TTTT');
  const [title, frame] = await Promise.all([card.locator('b bdi').boundingBox(), card.boundingBox()]);
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
});
