import { expect, test, type Locator, type Page } from '@playwright/test';
import { BOTH, goOn, makeTable, meanIt, Player, sitDown, toActivity, turnOf, whose } from './tables';

/** One decision by clicking: a question, an order of the phase, or the first order of a unit that has to act. */
async function decide(page: Page): Promise<void> {
  // What is asked or offered may be gone before it is clicked: then there is something else to decide.
  const click = async (what: Locator): Promise<boolean> =>
    what.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  const turnTo = async (name: string): Promise<void> => {
    const tab = page.getByRole('tab', { name });
    if (await tab.isVisible()) await click(tab);
  };
  const question = page.getByTestId('question');
  if (await question.isVisible()) {
    // The next question may read the same: whoever is asked twice answers twice.
    await click(question.locator('.choices button').first());
    await page.waitForTimeout(150);
    return;
  }
  const general = page.getByTestId('general').first();
  if (!(await general.isVisible())) await turnTo('Orders');
  if (await general.isVisible()) {
    await click(general);
    await meanIt(page).catch(() => undefined);
    return;
  }
  await turnTo('Units');
  const unit = page.locator('.unit.able').first();
  if (!(await unit.isVisible())) {
    await page.waitForTimeout(200);
    return;
  }
  if (!(await click(unit))) return;
  if (await click(page.getByTestId('orders').getByRole('button').first())) {
    await click(page.locator('[data-confirm]').first());
  }
}

test('a whole training battle against the sergeant, from the lobby to its end, by clicking', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('./#/lobby/training-toll-gate');
  await expect(page.getByRole('heading', { name: 'The toll gate', level: 2 })).toBeVisible();
  await page.getByRole('form').getByText('Seeing the Elephant!').click();
  await page.getByText('Sergeant', { exact: true }).click();
  await page.getByRole('button', { name: 'Beat the long roll' }).click();
  await expect(page.locator('[data-piece]').first()).toBeVisible();
  expect(await turnOf(page)).toBe(1);
  const over = page.getByText('See it again');
  const began = Date.now();
  while (!(await over.isVisible()) && Date.now() - began < 280_000) {
    const { yours } = await page.evaluate(() => ({ yours: document.querySelector('.phase.yours') !== null }));
    if (yours) await decide(page);
    else await page.waitForTimeout(100);
  }
  await expect(over).toBeVisible();
  expect(await whose(page)).toMatch(/The battle is over/);
  await over.click();
  await expect(page.getByRole('heading', { name: /Replay/ })).toBeVisible();
  await expect(page.getByText(/order 0 of [1-9]/)).toBeVisible();
  await page.getByRole('button', { name: 'One order on' }).click();
  await expect(page.getByTestId('told')).toContainText(/card/i);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.getByText(/order ([1-9]\d*) of \1/)).toBeVisible();
  await page.getByRole('button', { name: 'Link to here' }).click();
  await expect.poll(() => page.url()).toMatch(/turn=\d+/);
  await page.reload();
  await expect(page.getByText(/order ([1-9]\d*) of \1/)).toBeVisible();
  for (let back = 0; back < 3; back += 1) await page.getByRole('button', { name: 'One order back' }).click();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await expect(page.getByTestId('whose')).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveTitle(/from order \d+/);
});

test('a hot-seat Line of Battle opening: a regiment is dragged over the hexes', async ({ page, request }) => {
  const made = await makeTable(request, 'line-of-battle', 'training-toll-gate', BOTH);
  await sitDown(page, made);
  for (let steps = 0; steps < 6 && !/Activity/.test(await page.locator('.phase b').innerText()); steps += 1) {
    const before = await page.locator('.phase b').innerText();
    await goOn(page);
    await expect(page.locator('.phase b')).not.toHaveText(before);
  }
  const units = page.getByRole('tab', { name: 'Units' });
  if (await units.isVisible()) await units.click();
  await page.locator('.unit.able', { hasText: '1st Ohio' }).click();
  const piece = page.locator('[data-piece="0"] .touch').first();
  const box = await piece.boundingBox();
  if (!box) throw new Error('the regiment is not on the map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y - 20, { steps: 3 });
  await page.mouse.move(x + 10, y - 70, { steps: 5 });
  const plan = page.getByTestId('plan');
  await expect(plan).toContainText(/of .*MP/);
  await page.mouse.up();
  await plan.getByRole('button', { name: /March/ }).click();
  await expect(page.getByTestId('journal')).toContainText(/1st Ohio/);
  // Nothing was thrown, so it goes back at once.
  const before = await page.getByTestId('journal').innerText();
  await page.getByRole('button', { name: /Undo|↶/ }).click();
  await expect(page.getByTestId('journal')).not.toHaveText(before);
});

test('who is not on the map yet comes on where the map is touched', async ({ page, request }) => {
  const made = await makeTable(request, 'line-of-battle', 'mcphersons-ridge', BOTH);
  await sitDown(page, made);
  await toActivity(page);
  const absent = page.getByTestId('absent');
  await absent.getByRole('button', { name: '5th Alabama Battalion' }).click();
  await expect(page.getByTestId('orders').getByRole('button', { name: /Comes on in hex/ })).toBeVisible();
  const map = await page.getByTestId('map').boundingBox();
  if (!map) throw new Error('there is no map');
  await page.mouse.click(map.x + map.width * 0.25, map.y + map.height * 0.35);
  const plan = page.getByTestId('plan');
  await expect(plan).toContainText(/of 7 MPs/);
  await plan.getByRole('button', { name: /March/ }).click();
  await expect(page.getByRole('heading', { name: '5th Alabama Battalion', exact: true })).toBeVisible();
  await expect(page.getByTestId('journal')).toContainText('5th Alabama Battalion comes onto the map.');
});

test('dice that people throw are typed, and marked so in the story', async ({ page, request }) => {
  const made = await makeTable(request, 'line-of-battle', 'training-toll-gate', BOTH, true);
  const player = new Player(request, made.table, made.links[0]?.token ?? '');
  await sitDown(page, made);
  const offers = await player.offers();
  const writes = offers.find((offer) => /writes to/.test(offer.words));
  expect(writes).toBeDefined();
  if (writes) await player.order(writes.command);
  const pad = page.getByTestId('dice-pad');
  await expect(pad).toBeVisible();
  for (let dice = 0; dice < 6 && (await pad.isVisible()); dice += 1) {
    await pad.getByRole('button', { name: 'The die shows 3' }).click();
    await page.waitForTimeout(300);
  }
  const journal = page.getByRole('tab', { name: 'Journal' });
  if (await journal.isVisible()) await journal.click();
  await page.getByTestId('journal').getByRole('button').last().click();
  await expect(page.getByTestId('working')).toContainText('typed');
});

test('a referee corrects the battle, and everybody reads why', async ({ page, request }) => {
  const seats = [
    { name: 'Anna', role: 'union', player: 'person' },
    { name: 'Ben', role: 'confederate', player: 'person' },
    { name: 'Cora', role: 'referee', player: 'person' },
  ] as const;
  await sitDown(page, await makeTable(request, 'elephant', 'training-toll-gate', [...seats]), 2);
  await page.getByRole('button', { name: 'Table and settings' }).click();
  await page.getByText('Correct the battle by hand').click();
  const change = async (which: string, field: string, was: number, is: number): Promise<void> => {
    await page.getByLabel(which).fill(`2nd Ohio ${field}`);
    await page.getByRole('button', { name: `units, 2nd Ohio, condition, ${field}: ${was}` }).click();
    await page.getByLabel(`2nd Ohio, condition, ${field}, now ${was}`).fill(String(is));
  };
  await change('Which field', 'stands', 6, 5);
  await page.getByLabel('Why, for everybody to read').fill('one stand was left in its box');
  await page.getByRole('button', { name: 'Correct it' }).click();
  await expect(page.getByText('No: that breaks a law')).toBeVisible();
  await change('Another field', 'lost', 0, 1);
  await page.getByRole('button', { name: 'Correct it' }).click();
  await expect(page.getByText('It is in the journal.')).toBeVisible();
  await page.keyboard.press('Escape');
  const journal = page.getByRole('tab', { name: 'Journal' });
  if (await journal.isVisible()) await journal.click();
  await expect(
    page.getByTestId('journal').getByText(/Cora corrects the battle: one stand was left in its box/),
  ).toBeVisible();
});
