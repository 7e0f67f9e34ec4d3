import { describe, expect, it } from 'vitest';
import { certificatesOf } from './certificate';
import { seatsOf, tableOf, type Choice } from './choice';
import { day } from './day';
import { blocksOf } from './history';

const CHOICE: Choice = {
  rulebook: 'elephant',
  battle: 'training-toll-gate',
  title: 'The toll gate',
  mine: 'confederate',
  other: { general: 'sergeant' },
  typedDice: false,
  pace: { pace: 'easy' },
  watched: false,
  switches: {},
};

describe('the lobby', () => {
  it('seats whoever was chosen, one seat where one commands both', () => {
    expect(seatsOf(CHOICE).map((seat) => [seat.role, seat.player])).toEqual([
      ['confederate', 'person'],
      ['union', { general: 'sergeant' }],
    ]);
    expect(seatsOf({ ...CHOICE, mine: 'both' })).toHaveLength(1);
    expect(tableOf({ ...CHOICE, pace: { pace: 'mail', hours: 48 } }).setup.settings.pace).toEqual({
      pace: 'mail',
      hours: 48,
    });
  });

  it('sets a history as text, never as HTML', () => {
    const blocks = blocksOf(
      '# Head\n\nA *plain* [link](http://x).\nOn.\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| c | d |',
    );
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Head' },
      { kind: 'text', text: 'A plain link. On.' },
      { kind: 'list', lines: ['one', 'two'] },
      { kind: 'list', lines: ['a · b', 'c · d'] },
    ]);
  });

  it('says dates as people do, and leaves out what is no certificate', () => {
    expect(day('1862-08-28')).toBe('28 August 1862');
    expect(certificatesOf({ certificates: [{ rulebook: 'elephant', union: { share: 0.5 } }, 7] })).toHaveLength(1);
    expect(certificatesOf(null)).toEqual([]);
  });
});
