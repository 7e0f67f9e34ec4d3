import { describe, expect, it } from 'vitest';
import { pageOf } from '../lib/route';
import { askedIn, BATTLES, SEEDS, studyAddress, wrongWith, type AskedStudy } from './asked';

const asked: AskedStudy = {
  study: 'abc',
  battle: 'training-toll-gate',
  rulebook: 'elephant',
  union: 'sergeant',
  confederate: 'recruit',
  battles: 100,
  seed: 1862,
};

describe('the address of a study', () => {
  it('holds what was asked for', () => {
    const page = pageOf(studyAddress(asked));
    expect(page.name === 'study' && askedIn(page.id, page.run)).toEqual(asked);
  });

  it('may name none', () => {
    expect(askedIn('training-toll-gate', '')).toBeUndefined();
    expect(askedIn(undefined, 'run=abc')).toBeUndefined();
    expect(askedIn('x', 'run=abc&rulebook=a&union=b&confederate=c&battles=many')).toBeUndefined();
  });
});

describe('the figures of a study', () => {
  it('are whole numbers within what is fought, and what is wanted is said of every other', () => {
    expect([2, 100, 2_000].map((count) => wrongWith(count, BATTLES))).toEqual(['', '', '']);
    for (const count of [null, undefined, 0, 1, 2_001, 2.5, NaN])
      expect(wrongWith(count, BATTLES)).toBe('A whole number from 2 to 2,000');
    expect(wrongWith(0, SEEDS)).toBe('');
    expect(wrongWith(-1, SEEDS)).not.toBe('');
    expect(wrongWith(2 ** 53, SEEDS)).not.toBe('');
  });
});
