import { expect, test } from '@playwright/test';

test('one procedure is settled by keys alone', async ({ page }) => {
  await page.goto('./#/table');
  await expect(page.getByRole('link', { name: /Seeing the Elephant!/ }).first()).toBeVisible();
  const focusOn = async (name: RegExp): Promise<void> => {
    for (let steps = 0; steps < 80; steps += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const focused = document.activeElement;
        return (
          focused?.getAttribute('aria-label') ?? focused?.closest('label')?.textContent ?? focused?.textContent ?? ''
        );
      });
      if (name.test(label.trim())) return;
    }
    throw new Error(`no way to ${String(name)} by Tab`);
  };
  await focusOn(/^Seeing the Elephant!/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Seeing the Elephant!' })).toBeVisible();
  // The procedures come after the heading.
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('any number of units fire');
  await focusOn(/^Fire/);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('dice-pad')).toBeVisible();
  await focusOn(/^Stands: less$/);
  await page.keyboard.press('Space');
  const stands = page.getByRole('textbox', { name: 'Stands' }).first();
  await expect(stands).toHaveValue('9');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(stands).toHaveValue('8');
  await focusOn(/^From flank or rear/);
  await page.keyboard.press('Space');
  await page.keyboard.press('7');
  await expect(page.getByTestId('result')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByTestId('dice-pad')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByTestId('result')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys and help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByTestId('dice-pad')).toBeVisible();
});
