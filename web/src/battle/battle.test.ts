import { describe, expect, it } from 'vitest';
import type { Ground } from '../map/ground';
import type { Page, Piece } from '../net/wire';
import { membersOf, namesIn, treeOf } from './forces';
import { around, pageWords } from './words';

const piece = (id: number, side: 'union' | 'confederate', under: string[], y: number): Piece =>
  ({
    id,
    kind: 'infantry',
    side,
    name: `unit ${id}`,
    under,
    at: { x: 0, y },
    heading: 0,
    formation: 'line',
    strength: { words: '6 stands', left: 6, full: 8, men: 400 },
    morale: '',
    badges: [],
  }) as unknown as Piece;
const ALL = [
  piece(1, 'union', ['gibbon', 'king'], 0),
  piece(2, 'union', ['gibbon', 'king'], -100),
  piece(3, 'confederate', [], 300),
];
const GROUND = {
  west: 0,
  north: 0,
  yard: 1,
  areas: [],
  landmarks: [{ name: 'Church', x: 200, y: 0 }],
} as unknown as Ground;

describe('beside the map', () => {
  it('has the order of battle as a tree with its strengths', () => {
    const [union, confederate] = treeOf(ALL, namesIn([{ id: 'king', name: "King's Division", under: null }]));
    expect(union?.forces[0]?.name).toBe("King's Division");
    expect(union?.forces[0]?.forces[0]?.name).toBe('Gibbon');
    expect([union?.left, union?.full]).toEqual([12, 16]);
    expect(union ? membersOf(union) : []).toEqual([1, 2]);
    expect(confederate?.pieces).toHaveLength(1);
  });

  it('says what lies around a unit, the enemy first', () => {
    const [unit] = ALL;
    const near = unit ? around(GROUND, unit, ALL) : [];
    expect(near.map(({ yards, where, enemy }) => [yards, where, enemy])).toEqual([
      [300, 'ahead, north', true],
      [100, 'behind, south', false],
      [200, 'right flank, east', false],
    ]);
  });

  it('tells an order in words, also one that is not to be known', () => {
    expect(pageWords({ note: 'turn', turn: 1, order: null, words: [] } as unknown as Page)).toEqual([
      'An order that is not yours to know.',
    ]);
  });
});
