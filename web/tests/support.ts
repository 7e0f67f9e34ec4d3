import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { asker, type Ask } from '../src/engine/memory';
import type { Book, House, Json, OddsColumn, Reply, Request } from '../src/engine/messages';
import { is } from '../src/engine/replies';

export const PRINTED: House = { switches: [], cells: [] };

/** One procedure of each rulebook, with dice. */
export const PROCEDURES: readonly (readonly [string, string])[] = [
  ['elephant', 'fire'],
  ['fire-and-fury', 'fire'],
  ['billy-yank', 'fire'],
  ['line-of-battle', 'fire'],
  ['volley-and-bayonet', 'fire'],
];

let opened: Promise<Ask> | undefined;

/** The engine beside the browser, to compare with what the page shows. */
export async function ask(request: Request): Promise<Reply> {
  const file = new URL('../engine/engine.wasm', import.meta.url);
  opened ??= WebAssembly.instantiate(readFileSync(file), {}).then(({ instance }) => asker(instance));
  return JSON.parse((await opened)(JSON.stringify(request))) as Reply;
}

export async function bookOf(slug: string): Promise<Book> {
  const reply = await ask({ ask: 'book', table: { rulebook: slug, house: PRINTED } });
  if (!is(reply, 'book')) throw new Error(`no rulebook ${slug}`);
  return reply.book;
}

export async function oddsOf(slug: string, procedure: string, situation: Json, house = PRINTED): Promise<OddsColumn[]> {
  const reply = await ask({
    ask: 'odds',
    matter: { table: { rulebook: slug, house }, procedure, situation },
    orders: [],
  });
  if (!is(reply, 'odds')) throw new Error(`no odds: ${JSON.stringify(reply)}`);
  return reply.odds;
}

/** The percents of the odds as the page shows them, line by line, all lines unrolled. */
export async function shownPercents(page: Page): Promise<string[]> {
  const more = page.getByRole('button', { name: /more outcomes/ });
  await expect(page.getByTestId('odds')).toBeVisible();
  if (await more.isVisible()) await more.click();
  return page.getByTestId('odds').locator('.percent').allInnerTexts();
}

/** Types dice and answers until the umpire has a result. */
export async function typeUntilSettled(page: Page): Promise<void> {
  const pad = page.getByTestId('dice-pad');
  const question = page.getByTestId('question');
  const result = page.getByTestId('result');
  for (let asked = 0; asked < 60; asked += 1) {
    await expect(pad.or(question).or(result)).toBeVisible();
    if (await result.isVisible()) return;
    if (await pad.isVisible()) {
      const before = await pad.innerText();
      await pad
        .getByRole('button', { name: /The die shows/ })
        .nth(asked % 3)
        .click();
      await expect.poll(() => pad.innerText({ timeout: 500 }).catch(() => 'gone')).not.toBe(before);
    } else {
      await question.locator('.choices button').first().click();
      await expect(question.getByRole('heading'))
        .toHaveCount(0)
        .catch(() => undefined);
    }
  }
  throw new Error('the umpire asks for ever');
}
