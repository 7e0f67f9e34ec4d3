import { expect, test, type Page, type WebSocketRoute } from '@playwright/test';
import { BOTH, FRIENDS, makeTable, sitDown } from './tables';

/** Holds the line of a page in hand: cut, it stays so until it is mended. */
async function held(page: Page): Promise<{ cut: () => Promise<void>; mend: () => void }> {
  let open: WebSocketRoute[] = [];
  let isCut = false;
  await page.routeWebSocket(/\/socket/, (line) => {
    if (isCut) return void line.close();
    line.connectToServer();
    open.push(line);
  });
  return {
    async cut() {
      isCut = true;
      await Promise.all(open.map((line) => line.close()));
      open = [];
    },
    mend: () => void (isCut = false),
  };
}

const menu = (page: Page): Promise<void> => page.getByRole('button', { name: 'Table and settings' }).click();

test('friends have names, and the link is there until one has heard of the friend', async ({ browser, page }) => {
  await page.goto('./#/lobby/training-toll-gate');
  await page.getByText('A friend, by link').click();
  await page.getByLabel('Your name').fill('Anna');
  await page.getByText('We type ours').click();
  await page.getByRole('button', { name: 'Beat the long roll' }).click();
  const links = page.getByTestId('links');
  await expect(links).toContainText('Confederate');
  await expect(links).not.toContainText('sealed');
  const link = await links.getByRole('textbox').inputValue();
  await page.getByRole('link', { name: 'To my seat' }).click();
  await expect(page.locator('[data-piece]').first()).toBeVisible();
  await menu(page);
  const seats = page.getByRole('dialog');
  await expect(seats).toContainText('Anna, Union (you)');
  await expect(page.getByTestId('seat-link').getByRole('textbox')).toHaveValue(link);
  await page.keyboard.press('Escape');
  const friend = await (await browser.newContext()).newPage();
  await friend.goto(link);
  await expect(friend.locator('[data-piece]').first()).toBeVisible();
  const journal = friend.getByRole('tab', { name: 'Journal' });
  if (await journal.isVisible()) await journal.click();
  await friend.getByRole('textbox', { name: 'Say something at the table' }).fill('good evening');
  await friend.getByRole('button', { name: 'Say', exact: true }).click();
  await expect(friend.getByTestId('journal')).toContainText('Confederate (you): good evening');
  // What is new is heard, also where the journal is folded away.
  await expect(page.getByRole('log')).toContainText('Confederate: good evening');
  await menu(page);
  await expect(page.getByTestId('seat-link')).toHaveCount(0);
  await page.goto('./#/lobby/training-mill-creek');
  await page.getByText('A friend, by link').click();
  await expect(page.getByLabel('Your name')).toHaveValue('Anna');
  await expect(page.getByRole('navigation', { name: 'Your tables' })).toContainText('Seeing the Elephant! · Anna');
  await friend.close();
});

test('whoever comes for the first time is not asked for tables of his own', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('./#/lobby');
  await expect(page.getByRole('button', { name: 'Beat the long roll' })).toBeVisible();
  await page.goto('./#/account');
  await expect(page.getByText('You sit at no table yet.')).toBeVisible();
  expect(asked.filter((url) => url.includes('session/tables'))).toEqual([]);
});

test('a broken line is told, and no longer when it is back', async ({ page, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  const line = await held(page);
  await sitDown(page, made);
  const draw = page.getByTestId('general').first();
  await expect(draw).toBeVisible();
  await line.cut();
  const lost = page.getByText('Coming back to the table…');
  await expect(lost).toBeVisible();
  // It takes no room from what is to be done.
  expect((await page.locator('.phase').boundingBox())?.width ?? 0).toBeGreaterThan(150);
  await draw.click();
  await expect(page.getByTestId('refused')).toContainText('the line to the table is down');
  line.mend();
  await expect(lost).toBeHidden({ timeout: 30_000 });
  await expect(page.getByTestId('refused')).toHaveCount(0);
});

test('a game that goes on between two people is not handed out, and the page says why', async ({ page, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  await sitDown(page, made);
  const address = page.url();
  await page.getByTestId('map').first().press('Control+s');
  await expect(page.getByTestId('refused')).toContainText(/No: .+\./);
  expect(page.url()).toBe(address);
  await page.getByRole('button', { name: 'Table and settings' }).click();
  await page.getByRole('button', { name: 'Save as a file' }).click();
  await expect(page.getByTestId('unsaved')).toContainText(/No: .+\./);
});

test('a game of one person is saved under its title, with the turn and the order it has come to', async ({
  page,
  request,
}) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', BOTH);
  await sitDown(page, made);
  const saved = page.waitForEvent('download');
  await page.getByTestId('map').first().press('Control+s');
  const file = await saved;
  expect(file.suggestedFilename()).toBe('A test, turn 1, order 0.longroll.json');
  // Opened again it goes on at a table of its own.
  await page.goto('./#/lobby');
  await page.getByLabel(/Open a game file/).setInputFiles(await file.path());
  await expect.poll(() => page.url()).toMatch(/#\/battle\//);
  expect(page.url()).not.toContain(made.table);
  await expect(page.locator('[data-piece]').first()).toBeVisible({ timeout: 40_000 });
});

test('two seats of one table in one browser stay where they are', async ({ page, context, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  await sitDown(page, made);
  const other = await context.newPage();
  await sitDown(other, made, 1);
  await page.reload();
  await expect(page.locator('[data-piece]').first()).toBeVisible({ timeout: 40_000 });
  for (const [seat, one] of [page, other].entries()) {
    await menu(one);
    await expect(one.getByRole('dialog')).toContainText(
      `${FRIENDS[seat]?.name ?? ''}, ${seat === 0 ? 'Union' : 'Confederate'} (you)`,
    );
  }
});

test('a server that is away is asked again', async ({ page, request }) => {
  const made = await makeTable(request, 'elephant', 'training-toll-gate', FRIENDS);
  await sitDown(page, made);
  await page.goto('./#/lobby');
  await page.route(`**/tables/${made.table}`, (route) => route.abort());
  await page.goto(`./#/battle/${made.table}`);
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible();
  await page.unroute(`**/tables/${made.table}`);
  await page.getByRole('button', { name: 'Ask now' }).click();
  await expect(page.locator('[data-piece]').first()).toBeVisible();
});

test('onlookers get a link where the table is made, and a replay that is not theirs says so', async ({ page }) => {
  await page.goto('./#/lobby/training-toll-gate');
  await page.getByLabel('Others may look on').check();
  await page.getByRole('button', { name: 'Beat the long roll' }).click();
  const link = await page.getByLabel('For everybody who wants to look on').inputValue();
  expect(link).toMatch(/#\/battle\/[0-9a-f]+$/);
  await page.getByRole('link', { name: 'To my seat' }).click();
  await expect(page.locator('[data-piece]').first()).toBeVisible({ timeout: 40_000 });
  await page.context().clearCookies();
  await page.goto(link);
  await page.reload();
  await expect(page.getByTestId('spectator')).toContainText('You look on');
  await page.goto('./#/replay/ffffffffffffffff');
  await expect(page.getByRole('heading', { name: 'No replay here' })).toBeVisible();
});
