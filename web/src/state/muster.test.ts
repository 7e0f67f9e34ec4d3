import { describe, expect, it } from 'vitest';
import type { News, Piece } from '../net/wire';
import { Muster, picturesOf } from './muster';
import type { Sitting } from './sitting.svelte';

const piece = (id: number, left = 5): Piece => ({ id, side: 'union', strength: { full: 7, left } }) as unknown as Piece;

/** A game of which a page may ask for pictures, and which goes on. */
function game(pictures: Readonly<Record<number, Piece[]>>) {
  const asked: number[] = [];
  const table = {
    turns: [] as number[],
    news: undefined as News | undefined,
    ask: (ask: { turn?: number }) => {
      asked.push(ask.turn ?? -1);
      return Promise.resolve({ tell: 'scene', turn: ask.turn, scene: { pieces: pictures[ask.turn ?? -1] ?? [] } });
    },
  };
  let seen: Piece[] = [];
  const muster = new Muster(table as unknown as Sitting, (pieces) => (seen = pieces));
  const now = (turn: number, turns: number[], pieces: Piece[]): void => {
    [table.turns, table.news] = [turns, { turn, scene: { pieces } } as unknown as News];
    muster.look();
  };
  return { muster, asked, now, ids: () => seen.map(({ id }) => id).sort((a, b) => a - b) };
}

describe('those who were seen', () => {
  it('are known from the start and from pictures, also when they came later and are gone again', async () => {
    const { muster, asked, now, ids } = game({ 0: [piece(1), piece(2)], 1: [piece(1), piece(3)], 2: [piece(1)] });
    now(2, [1, 2], [piece(1)]);
    expect(ids()).toEqual([]);
    await muster.catchUp();
    expect(asked).toEqual([0, 1, 2]);
    expect(ids()).toEqual([1, 2, 3]);
    now(3, [1, 2, 3], [piece(1), piece(4)]);
    now(4, [1, 2, 3, 4], [piece(1)]);
    expect(ids()).toEqual([1, 2, 3, 4]);
    // Whoever came in a turn that was taken back has not come.
    now(2, [1, 2], [piece(1)]);
    expect(ids()).toEqual([1, 2, 3]);
  });

  it('are looked for in so many pictures and no more, spread over what was missed', () => {
    const turns = Array.from({ length: 100 }, (_, place) => place + 1);
    expect(picturesOf(turns, -1, 4)).toEqual([0, 25, 50, 75]);
    expect(picturesOf(turns, 97, 4)).toEqual([98, 99, 100]);
    expect(picturesOf([], -1)).toEqual([0]);
    expect(picturesOf([], 0)).toEqual([]);
  });
});
