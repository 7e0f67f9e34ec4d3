import { expect, test } from '@playwright/test';
import { FRIENDS, makeTable, Player, sitDown } from './tables';

/* The sheet under the map: only a phone has it. */

test('on a phone the sheet folds, what is to be done opens, and a wish covers no button', async ({ page, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  await sitDown(page, made);
  const grip = page.getByRole('button', { name: 'Orders, units and journal' });
  const map = page.getByTestId('map');
  const before = (await map.boundingBox())?.height ?? 0;
  await grip.click();
  await expect(grip).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByTestId('general').first()).toBeHidden();
  await expect.poll(async () => (await map.boundingBox())?.height ?? 0).toBeGreaterThan(before + 150);
  await grip.click();
  const draw = page.getByTestId('general').first();
  await expect(draw).toBeVisible();
  const words = page.getByTestId('whose');
  const unfold = page.getByRole('button', { name: 'All of what is to be done' });
  await unfold.click();
  await expect(unfold).toHaveAttribute('aria-expanded', 'true');
  expect(await words.evaluate((part) => part.scrollHeight - part.clientHeight)).toBeLessThanOrEqual(1);
  await draw.click();
  const other = new Player(request, made.table, made.links[1]?.token ?? '');
  await expect.poll(async () => (await other.news()).turn).toBeGreaterThan(0);
  await other.ask({ ask: 'undo', to: 0 });
  const wish = page.getByRole('region', { name: 'A wish to go back' });
  await expect(wish).toContainText(/Ben asks to take back the last order: “.+”/);
  const [card, sheet] = await Promise.all([wish.boundingBox(), grip.boundingBox()]);
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(sheet?.y ?? 0);
});
