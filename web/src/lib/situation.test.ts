import { describe, expect, it } from 'vitest';
import type { Shape } from '../engine/messages';
import { at, blank, fit, kindOf, put } from './situation';

const STANDS: Shape = { kind: 'whole', least: 0, most: 20 };
const ARM: Shape = {
  kind: 'choice',
  choices: [
    { name: 'infantry', about: 'Foot.' },
    { name: 'cavalry', about: 'Horse.' },
  ],
};
const UNIT: Shape = {
  kind: 'record',
  fields: [
    { name: 'arm', about: '', required: false, default: 'infantry', shape: ARM },
    { name: 'stands', about: '', required: true, default: null, shape: STANDS },
    { name: 'cover', about: '', required: false, default: null, shape: { kind: 'optional', inner: ARM } },
  ],
};
const FIRE: Shape = {
  kind: 'record',
  fields: [
    { name: 'units', about: '', required: true, default: null, shape: { kind: 'list', inner: UNIT } },
    { name: 'night', about: '', required: false, default: false, shape: { kind: 'yes-no' } },
  ],
};

describe('a situation', () => {
  it('begins with what nobody has to say, and one entry in a list that has to be filled', () => {
    expect(blank(FIRE)).toEqual({ units: [{ arm: 'infantry', stands: 1, cover: null }], night: false });
  });

  it('is changed at one place, and shared beside it', () => {
    const before = { units: [{ stands: 1 }, { stands: 2 }], night: false };
    const after = put(before, ['units', 1, 'stands'], 9);
    expect(after).toEqual({ units: [{ stands: 1 }, { stands: 9 }], night: false });
    expect(before.units[1]).toEqual({ stands: 2 });
    expect(at(after, ['units', 0])).toBe(before.units[0]);
    expect(at(after, ['units', 'none'])).toBeUndefined();
  });

  it('that an older edition kept is mended where it does not fit any more', () => {
    const kept = { units: [{ arm: 'dragoons', stands: 7, gone: true }, 'nonsense'], night: 'yes' };
    const otherwise = { units: [{ arm: 'infantry', stands: 10, cover: null }], night: true };
    expect(fit(FIRE, kept, otherwise)).toEqual({
      units: [
        { arm: 'infantry', stands: 7, cover: null },
        { arm: 'infantry', stands: 1, cover: null },
      ],
      night: true,
    });
    expect(fit(FIRE, null, otherwise)).toEqual(otherwise);
  });

  it('of several kinds is known by its only field, by its tag, or by itself', () => {
    const tag: Shape = { kind: 'constant', value: 'walls' };
    const kinds = [
      {
        name: 'troops',
        about: '',
        shape: {
          kind: 'record',
          fields: [{ name: 'troops', about: '', required: true, default: null, shape: UNIT }],
        } as Shape,
      },
      {
        name: 'walls',
        about: '',
        shape: {
          kind: 'record',
          fields: [{ name: 'what', about: '', required: true, default: null, shape: tag }],
        } as Shape,
      },
      { name: 'none', about: '', shape: { kind: 'constant', value: 'none' } as Shape },
    ];
    expect(kindOf({ troops: {} }, kinds)?.name).toBe('troops');
    expect(kindOf({ what: 'walls' }, kinds)?.name).toBe('walls');
    expect(kindOf('none', kinds)?.name).toBe('none');
    expect(kindOf(undefined, kinds)?.name).toBe('troops');
  });
});
