import { describe, expect, it } from 'vitest';
import { gameFile } from './file';

describe('the name of a saved game', () => {
  it('says which game it is and how far it has come', () => {
    expect(gameFile('The toll gate', 3, 41)).toBe('The toll gate, turn 3, order 41.longroll.json');
  });

  it('is one that every machine takes', () => {
    expect(gameFile('..\\a/b: "c"\u202e?', 1, 0)).toBe('a b c, turn 1, order 0.longroll.json');
    expect(gameFile(' . ', 1, 0)).toBe('Long Roll, turn 1, order 0.longroll.json');
    expect(gameFile('T'.repeat(80), 12, 345).length).toBeLessThan(100);
  });
});
