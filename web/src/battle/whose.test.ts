import { describe, expect, it } from 'vitest';
import type { Decision, News, Role } from '../net/wire';
import { whoseTurn } from './whose';

const said = (decision: Decision, roles: readonly Role[] = ['union', 'confederate'], seat = 0): string => {
  const seats = roles.map((role, place) => ({ seat: place, name: ['Anna', 'Ben', 'Carl'][place], role }));
  const standing = { to_do: 'move what may move', ending: null };
  const { name, words } = whoseTurn({ decision, seats, seat, scene: { standing } } as unknown as News);
  return `${name}${words}`;
};
const question = { 'waits-for': 'answer', side: 'confederate' } as unknown as Extract<Decision, { waiting: unknown }>;

describe('whose turn it is', () => {
  it('is told by name where somebody is asked', () => {
    const theirs: Decision = { decision: 'theirs', side: 'confederate', what: 'has a question to answer' };
    expect(said(theirs)).toBe('Ben is asked');
    expect(said(theirs, ['union', 'confederate', 'confederate'])).toBe('Ben or Carl is asked');
    expect(said({ ...theirs, what: 'is to give an order' })).toBe('Confederate is to give an order');
  });

  it('is told to whoever is asked himself, with the side where he has both', () => {
    const yours = { decision: 'yours', waiting: question } as unknown as Decision;
    expect(said(yours, ['union', 'confederate'], 1)).toBe('You are asked');
    expect(said(yours, ['both'])).toBe('You are asked, for the Confederate side');
    expect(said({ decision: 'your-order' })).toBe('Move what may move');
  });
});
