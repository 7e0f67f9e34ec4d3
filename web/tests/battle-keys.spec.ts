import { expect, test } from '@playwright/test';
import { BOTH, makeTable, sitDown, turnOf, whose } from './tables';

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
