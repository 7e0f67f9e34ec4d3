import { describe, expect, it } from 'vitest';
import type { Json, WorkingLine, Reply, Shape } from '../engine/messages';
import { effects, toggles } from './effects';
import { isRecord } from './situation';

const YES: Shape = { kind: 'yes-no' };
const field = (name: string, shape: Shape) => ({ name, about: '', required: true, default: null, shape });
const UNIT: Shape = { kind: 'record', fields: [field('prone', YES), field('green', YES)] };
const FIRE: Shape = {
  kind: 'record',
  fields: [field('units', { kind: 'list', inner: UNIT }), field('leader', { kind: 'optional', inner: UNIT })],
};

const modified = (amount: number): WorkingLine => ({
  line: 'modified',
  amount,
  name: '',
  rule: 'T-1',
  lit: { chart: '', row: 0, column: 0 },
});
const reply = (lines: WorkingLine[]): Reply => ({ done: { summary: '', lines, lit: [], rules: [] } });

describe('what is so or not', () => {
  it('is found wherever it lies', () => {
    const situation = {
      units: [
        { prone: true, green: false },
        { prone: false, green: false },
      ],
      leader: null,
    };
    expect(toggles(FIRE, situation).map((path) => path.join('.'))).toEqual([
      'units.0.prone',
      'units.0.green',
      'units.1.prone',
      'units.1.green',
    ]);
  });

  it('says what it adds, whether it is so now or not; nothing where the rules say no', async () => {
    const resolve = (situation: Json): Promise<Reply> => {
      const unit = isRecord(situation) && Array.isArray(situation['units']) ? situation['units'][0] : undefined;
      if (!isRecord(unit)) return Promise.resolve({ refused: [] });
      if (unit['green'] === true) return Promise.resolve({ refused: [] });
      return Promise.resolve(reply(unit['prone'] === true ? [modified(-4), modified(1)] : [modified(1)]));
    };
    const prone = { units: [{ prone: true, green: false }], leader: null };
    const upright = { units: [{ prone: false, green: false }], leader: null };
    expect([...(await effects(FIRE, prone, resolve))]).toEqual([['units.0.prone', -4]]);
    expect([...(await effects(FIRE, upright, resolve))]).toEqual([['units.0.prone', -4]]);
  });
});
