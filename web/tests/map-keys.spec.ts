import { expect, test } from '@playwright/test';
import { BOTH, makeTable, sitDown, toActivity } from './tables';

/* The map by pointer and keys, as at a desk: a phone has neither. */

test('nothing is pointed at once the pointer has left the map', async ({ page, request }) => {
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

test('the end of a phase is asked about while units may still act', async ({ page, request }) => {
  await sitDown(page, await makeTable(request, 'line-of-battle', 'training-toll-gate', BOTH));
  // The map is where one arrives.
  await expect(page.getByTestId('map')).toBeFocused();
  await toActivity(page);
  // Also with a unit in hand that can do nothing, those that can are one touch away.
  await page.locator('.unit', { hasText: '10th Georgia' }).click();
  await expect(page.getByTestId('idle')).toContainText(/\d\s+units may act/);
  await page.getByRole('button', { name: 'Next unit' }).click();
  await expect(page.locator('.unit.chosen.able')).toBeVisible();
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

test('keys are meant for what is thought of on the map, and never for what somebody writes', async ({
  page,
  request,
}) => {
  await sitDown(page, await makeTable(request, 'elephant', 'training-toll-gate', BOTH));
  const phase = page.locator('.phase b');
  const [map, plan] = [page.getByTestId('map'), page.getByTestId('plan')];
  for (let step = 0; step < 12 && !/^Movement Phase$/.test(await phase.innerText()); step += 1) {
    const before = await page.getByTestId('journal').innerText();
    await map.focus();
    await expect(page.getByTestId('general').first()).toBeVisible();
    await page.keyboard.press('Space');
    if (await page.getByTestId('asked').isVisible()) await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('journal').innerText()).not.toBe(before);
  }
  // A unit that was chosen by a button marches by the key its plan names.
  await page.getByRole('button', { name: /First unit|Next unit/ }).click();
  await page.keyboard.press('m');
  await expect(map).toBeFocused();
  await expect(plan.getByRole('button', { name: /March/ })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('journal')).toContainText('moves');
  // The orders of the unit come before the one that ends its move.
  await expect(page.getByTestId('orders').getByRole('button').first()).toBeEnabled();
  await page.keyboard.press('Escape');
  await map.focus();
  await page.keyboard.press('o');
  await expect(page.getByTestId('orders').getByRole('button').first()).toBeFocused();
  // Whoever writes undoes what he wrote.
  const told = await page.getByTestId('journal').innerText();
  await page.locator('[data-chat]').fill('Good evening');
  await page.locator('[data-chat]').press('Control+z');
  await page.waitForTimeout(300);
  expect(await page.getByTestId('journal').innerText()).toBe(told);
});

test('the keys on the map of a replay are for that map', async ({ page, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH);
  await sitDown(page, made);
  await page.goto(`./#/replay/${made.table}`);
  await expect(page.locator('[data-piece]').first()).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('button', { name: /Thread/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('h');
  await expect(page.locator('[data-piece]')).toHaveCount(0);
  await expect(page).toHaveURL(/#\/replay\//);
});
