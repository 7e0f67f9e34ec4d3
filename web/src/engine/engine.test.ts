import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { follow, throwDice, type Settle } from '../lib/course';
import { showOdds } from '../lib/odds';
import { blank, fit } from '../lib/situation';
import { asker, type Ask } from './memory';
import type { Book, House, Matter, Reply, Request } from './messages';
import { is } from './replies';

// The engine itself, as the page has it: `make web-engine` puts it there.
const FILE = new URL('../../engine/engine.wasm', import.meta.url);
const PRINTED: House = { switches: [], cells: [] };

let engine: Ask;
const ask = (request: Request): Reply => JSON.parse(engine(JSON.stringify(request))) as Reply;
const books: Book[] = [];

beforeAll(async () => {
  engine = asker((await WebAssembly.instantiate(readFileSync(FILE), {})).instance);
  const shelf = ask({ ask: 'shelf' });
  if (!is(shelf, 'shelf')) throw new Error('no shelf');
  for (const title of shelf.shelf) {
    const reply = ask({ ask: 'book', table: { rulebook: title.slug, house: PRINTED } });
    if (is(reply, 'book')) books.push(reply.book);
  }
}, 60_000);

/** Always the same bits, so that a failure can be looked at again. */
function seeded(): () => number {
  let state = 1862;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}

describe('all five rulebooks', () => {
  it('are on the shelf, with procedures, charts, switches and rules', () => {
    expect(books).toHaveLength(5);
    for (const book of books) {
      expect(book.procedures.length).toBeGreaterThan(20);
      expect(book.charts.filter((chart) => chart.on_card).length).toBeGreaterThan(20);
      expect(book.switches.length).toBeGreaterThan(5);
      expect(book.rules.length).toBeGreaterThan(300);
    }
  });

  it('lose nothing of their examples in a form', () => {
    for (const book of books) {
      for (const procedure of book.procedures) {
        for (const example of procedure.examples) {
          expect(fit(procedure.shape, example.situation, blank(procedure.shape)), `${book.title.slug} ${procedure.name}`).toEqual(example.situation);
        }
      }
    }
  });

  it('settle every example, and the odds know what came of it', { timeout: 120_000 }, async () => {
    const random = seeded();
    let settled = 0;
    for (const book of books) {
      for (const procedure of book.procedures) {
        for (const example of procedure.examples.slice(0, 2)) {
          const matter: Matter = {
            table: { rulebook: book.title.slug, house: PRINTED },
            procedure: procedure.name,
            situation: example.situation,
          };
          const settle: Settle = (dice, answers) => Promise.resolve(ask({ ask: 'resolve', matter, dice, answers }));
          let course = await follow(settle, [], []);
          while (is(course.reply, 'waiting')) {
            const { pending } = course.reply.waiting;
            const dice = pending.for === 'dice' ? throwDice(pending.faces, pending.count, random) : [];
            const answers = pending.for === 'answer' ? [{ question: pending.name, choice: random() % pending.choices.length }] : [];
            course = await follow(settle, [...course.dice, ...dice], [...course.answers, ...answers]);
          }
          if (!is(course.reply, 'done')) throw new Error(`${book.title.slug} ${procedure.name}: ${JSON.stringify(course.reply)}`);
          const { done } = course.reply;
          for (const cell of done.lit) {
            expect(book.charts.find((chart) => chart.id === cell.chart)?.rows[cell.row]?.[cell.column]).toBeDefined();
          }
          for (const rule of done.rules) expect(book.rules.some((known) => known.id === rule)).toBe(true);
          const odds = ask({ ask: 'odds', matter, orders: [] });
          if (is(odds, 'odds')) {
            const shown = showOdds(odds.odds);
            expect(shown.exact).toBe(true);
            expect(shown.lines.some((line) => line.summaries.includes(done.summary))).toBe(true);
          }
          settled += 1;
        }
      }
    }
    expect(settled).toBeGreaterThan(200);
  });

  it('take house rules, and refuse those they cannot read', () => {
    const [book] = books;
    const turned = book?.switches.find((known) => known.choices.length > 1);
    if (!book || !turned) throw new Error('no switch');
    const other = turned.choices.find((choice) => choice !== turned.default) ?? '';
    const house: House = { switches: [[turned.id, other]], cells: [] };
    const reply = ask({ ask: 'book', table: { rulebook: book.title.slug, house } });
    expect(is(reply, 'book') && reply.book.switches.find((known) => known.id === turned.id)?.value).toBe(other);
    const wrong: House = { switches: [], cells: [{ chart: 'fire-results', row: 0, column: 1, text: 'nonsense' }] };
    const refused = ask({ ask: 'book', table: { rulebook: book.title.slug, house: wrong } });
    expect(is(refused, 'faults') && refused.faults[0]?.place).toContain('fire-results');
  });
});
