import { expect, type APIRequestContext, type APIResponse, type Page } from '@playwright/test';
import type { Ask, Frame, Json, Made, News, Offer, Seat, Tell } from '../src/net/wire';

/** A program that plays a seat over HTTP, to bring a battle where a test wants it. */
export class Player {
  constructor(
    private readonly request: APIRequestContext,
    readonly table: string,
    private readonly token: string,
  ) {}

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }

  /** Asks until the server has time: seats may not ask for ever without a pause. */
  private async patiently(ask: () => Promise<APIResponse>): Promise<APIResponse> {
    for (;;) {
      const answer = await ask();
      if (answer.status() !== 429) return answer;
      await new Promise((later) => setTimeout(later, 500));
    }
  }

  async ask(ask: Ask): Promise<Tell> {
    const { headers } = this;
    const asked = (): Promise<APIResponse> =>
      this.request.post(`./api/v1/tables/${this.table}/asks`, { data: ask, headers });
    return (await (await this.patiently(asked)).json()) as Tell;
  }

  async news(): Promise<News> {
    const { headers } = this;
    const asked = (): Promise<APIResponse> =>
      this.request.get(`./api/v1/tables/${this.table}/news?since=1000000`, { headers });
    return (await (await this.patiently(asked)).json()) as News;
  }

  async offers(): Promise<Offer[]> {
    const tell = await this.ask({ ask: 'offers' });
    return tell.tell === 'offers' ? tell.offers : [];
  }

  async order(command: Json): Promise<boolean> {
    return (await this.ask({ ask: 'order', command })).tell === 'done';
  }
}

/** What kind of order it is. */
export function kindOf(offer: Offer): string {
  const { command } = offer;
  const does = typeof command === 'object' && command !== null && 'do' in command ? command['do'] : '';
  return typeof does === 'string' ? does : '';
}

export const BOTH: Seat[] = [{ name: 'Both sides', role: 'both', player: 'person' }];
export const FRIENDS: Seat[] = [
  { name: 'Anna', role: 'union', player: 'person' },
  { name: 'Ben', role: 'confederate', player: 'person' },
];

export async function makeTable(
  request: APIRequestContext,
  rulebook: string,
  battle: string,
  seats: Seat[],
  typedDice = false,
  title = 'A test',
  watched = false,
): Promise<Made> {
  const settings = { title, typed_dice: typedDice, pace: { pace: 'easy' } };
  // Every table is made from an address of its own: from one of them only so many come in an hour.
  const some = (): number => 1 + Math.floor(Math.random() * 250);
  const headers = { 'x-forwarded-for': `10.${some()}.${some()}.${some()}` };
  const data = { rulebook, battle, setup: { settings, seats }, watched };
  const answer = await request.post('./api/v1/tables', { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Made;
}

/** Sits down at a seat and waits until the map is there. */
export async function sitDown(page: Page, made: Made, seat = 0): Promise<void> {
  await page.goto(`./#/battle/${made.table}/${made.links[seat]?.token ?? ''}`);
  await expect(page.locator('[data-piece]').first()).toBeVisible({ timeout: 40_000 });
  // The token is for the first time only.
  await expect.poll(() => page.url()).toMatch(/#\/battle\/[^/]+$/);
}

/** Tells the page news that a battle would need an hour for. */
export async function tell(page: Page, change: (news: News) => void): Promise<void> {
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const frame = JSON.parse(String(message)) as Frame;
      if (frame.what === 'news') change(frame.news);
      socket.send(JSON.stringify(frame));
    });
  });
}

/** Gives the first order of the phase, and means it where the page asks. */
export async function goOn(page: Page): Promise<void> {
  await page.getByTestId('general').first().click({ timeout: 2_000 });
  await meanIt(page);
}

/** Brings Line of Battle to its first Activity Phase. */
export async function toActivity(page: Page): Promise<void> {
  const phase = page.locator('.phase b');
  for (let steps = 0; steps < 6 && !/Activity/.test(await phase.innerText()); steps += 1) {
    const before = await phase.innerText();
    await goOn(page);
    await expect(phase).not.toHaveText(before);
  }
}

/** Means the end of a phase where the page asks about it. */
export async function meanIt(page: Page): Promise<void> {
  const asked = page.getByTestId('asked');
  if (await asked.isVisible()) await asked.getByRole('button', { name: /End it/ }).click();
}

/** What the table waits for, as the page says it. */
export const whose = (page: Page): Promise<string> => page.getByTestId('whose').innerText();

/** The turn the page shows. */
export async function turnOf(page: Page): Promise<number> {
  const text = await page.getByText(/^Turn \d+ of \d+$/).innerText();
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}
