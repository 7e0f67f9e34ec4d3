import { describe, expect, it } from 'vitest';
import type { Page } from '../net/wire';
import { backWords, placeOf } from './back';
import { pageWords } from './words';

const turn = (number: number, of: number, order: string | null, words: string[] = []): Page =>
  ({ number, seat: 0, at: 0, note: 'turn', turn: of, side: 'union', order, words }) as Page;
const PAGES: Page[] = [
  turn(0, 1, 'draw a card.'),
  turn(1, 2, '2nd Ohio moves'),
  turn(2, 3, null, ['somebody moves']),
  { number: 3, seat: 1, at: 0, note: 'undo-asked', to: 1 },
  { number: 4, seat: 0, at: 0, note: 'undone', to: 1 },
  turn(5, 4, null),
];

describe('going back', () => {
  it('is told with the orders it takes away, and how many they are', () => {
    expect(backWords(PAGES, 1)).toBe('the last order');
    expect(backWords(PAGES, 0)).toBe('the last 2 orders, from “Draw a card” on');
    expect(backWords(PAGES.slice(0, 2), 1)).toBe('the last order: “2nd Ohio moves”');
    expect(backWords(PAGES.slice(0, 3), 2)).toBe('the last order: “Somebody moves”');
    expect(backWords([], 3)).toBe('');
  });

  it('leads to the order before where one is gone, and to the last where there are not so many', () => {
    expect([0, 1, 3, 4, 99_999].map((turn) => placeOf([1, 2, 4], turn))).toEqual([0, 1, 2, 3, 3]);
  });

  it('is told in the journal as the journal stood then', () => {
    const [, , , asked, undone] = PAGES;
    if (!asked || !undone) throw new Error('there are five pages');
    expect(pageWords(asked, PAGES)).toEqual(['Asks to take back the last 2 orders, from “2nd Ohio moves” on.']);
    expect(pageWords(undone, PAGES)).toEqual(['Taken back: the last 2 orders, from “2nd Ohio moves” on.']);
    expect(pageWords(asked)).toEqual(['Asks to go back to order 1.']);
  });
});
