import { describe, expect, it, vi } from 'vitest';
import type { Procedure, Reply, Request } from '../engine/messages';
import { dice as diceOf, done, question } from '../lib/replies.fixture';
import { Table } from './table.svelte';

const dice = diceOf(1);

/** One die, a question, another die. */
function settle(request: Request): Promise<Reply> {
  if (request.ask !== 'resolve') return Promise.resolve({ refused: [] });
  const { dice: thrown, answers } = request;
  if (thrown.length === 0) return Promise.resolve(dice);
  if (answers.length === 0) return Promise.resolve(question);
  return Promise.resolve(thrown.length === 1 ? dice : done);
}

vi.mock('../engine/client', () => ({ umpire: { ask: settle }, reckoner: () => ({ ask: settle }) }));

async function laid(): Promise<Table> {
  const procedure = { name: 'test', shape: { kind: 'record', fields: [] }, examples: [] } as unknown as Procedure;
  const table = new Table('book', procedure, { switches: [], cells: [] });
  await vi.waitUntil(() => table.pending);
  return table;
}

const waitsFor = (table: Table, what: 'dice' | 'answer'): Promise<boolean> =>
  vi.waitUntil(() => table.pending?.for === what);
const lies = (table: Table): [number[], number[]] => [
  table.dice.map(({ face }) => face),
  table.given.map(({ choice }) => choice),
];

describe('a table', () => {
  it('takes back what was given last, be it a die or an answer', async () => {
    const table = await laid();
    table.die(4);
    await waitsFor(table, 'answer');
    table.answer(1);
    await waitsFor(table, 'dice');
    table.die(6);
    await vi.waitUntil(() => table.settled);
    expect(lies(table)).toEqual([[4, 6], [1]]);
    table.takeBack();
    await waitsFor(table, 'dice');
    expect(lies(table)).toEqual([[4], [1]]);
    table.takeBack();
    await waitsFor(table, 'answer');
    expect(lies(table)).toEqual([[4], []]);
    table.takeBack();
    await waitsFor(table, 'dice');
    expect(lies(table)).toEqual([[], []]);
  });

  it('takes back an answer before what it led to is known', async () => {
    const table = await laid();
    table.die(4);
    await waitsFor(table, 'answer');
    table.answer(0);
    table.takeBack();
    await waitsFor(table, 'answer');
    expect(lies(table)).toEqual([[4], []]);
  });
});
