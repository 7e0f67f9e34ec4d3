import { describe, expect, it } from 'vitest';
import { pageOf } from '../lib/route';
import { askedIn, studyAddress, type AskedStudy } from './asked';

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
