import { expect, test } from '@playwright/test';
import { BOTH, kindOf, makeTable, Player, sitDown, turnOf, whose } from './tables';

test('one turn of a battle by keys alone', async ({ page, request }) => {
  test.setTimeout(120_000);
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH);
  await sitDown(page, made);
  const map = page.getByTestId('map');
  await map.focus();
  let marched = false;
  let heard = false;
  for (let keys = 0; keys < 80 && (await turnOf(page)) === 1; keys += 1) {
    const now = await whose(page);
    const journal = page.getByTestId('journal');
    const before = await journal.innerText();
    if (await page.getByTestId('question').isVisible()) await page.keyboard.press('1');
    else if (/^Move/.test(now) && !marched) {
      await map.focus();
      await page.keyboard.press('Tab');
      await expect(page.getByTestId('unit')).toBeVisible();
      await page.keyboard.press('l');
      const around = page.getByTestId('around');
      await expect(around).toContainText(/yards, (ahead|left|right)/);
      heard = true;
      await page.keyboard.press('Escape');
      await expect(around).toBeHidden();
      await map.focus();
      await page.keyboard.press('m');
      await expect(page.getByTestId('plan')).toContainText('inches');
      await page.keyboard.press('.');
      await expect(page.getByTestId('plan').getByRole('button', { name: /March/ })).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('journal')).toContainText('moves');
      // The dice are known now: the way is shown again, and is gone with another word.
      await expect(page.getByTestId('plan').getByRole('button', { name: /March/ })).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('plan')).toBeHidden();
      marched = true;
    } else {
      // What may be ordered is asked of the table first.
      await expect(page.getByTestId('general').first()).toBeVisible();
      await page.keyboard.press('Space');
      // While units may still act the end of a phase is asked about.
      if (await page.getByTestId('asked').isVisible()) await page.keyboard.press('Enter');
    }
    await expect.poll(() => journal.innerText()).not.toBe(before);
  }
  expect(await turnOf(page)).toBe(2);
  expect([marched, heard]).toEqual([true, true]);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'The table' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+q');
  await expect(page.locator('#forces-title')).toBeFocused();
});

test('an order is chosen from the list and given by the same key, pressed twice and never held', async ({
  page,
  request,
}) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH);
  const player = new Player(request, made.table, made.links[0]?.token ?? '');
  // To a step in which a unit has an order of its own.
  for (let orders = 0; orders < 40; orders += 1) {
    const offers = await player.offers();
    if (offers.some((offer) => offer.piece !== null && !kindOf(offer).startsWith('end-'))) break;
    for (const offer of offers) if (await player.order(offer.command)) break;
  }
  await sitDown(page, made);
  await page.getByTestId('map').focus();
  await page.keyboard.press('Tab');
  const [list, weighing] = [page.getByTestId('orders'), page.getByTestId('weighing')];
  await expect(list.getByRole('button').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button').first()).toBeFocused();
  const before = (await player.news()).turn;
  // A key that is held down chooses, and gives nothing.
  await page.keyboard.down('Enter');
  for (let held = 0; held < 3; held += 1) await page.keyboard.down('Enter');
  await expect(weighing.getByTestId('odds')).toBeVisible();
  for (let held = 0; held < 3; held += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.waitForTimeout(400);
  expect((await player.news()).turn).toBe(before);
  // Another button that has the focus is pressed as ever.
  await weighing.getByRole('button', { name: /Not yet/ }).focus();
  await page.keyboard.press('Enter');
  await expect(weighing).toHaveCount(0);
  await list.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(weighing.getByTestId('odds')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await player.news()).turn).toBe(before + 1);
  await expect(weighing).toHaveCount(0);
});
