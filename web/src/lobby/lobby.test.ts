import { describe, expect, it } from 'vitest';
import type { SeatLine } from '../net/wire';
import { certificatesOf } from './certificate';
import { seatsOf, tableOf, type Choice } from './choice';
import { day } from './day';
import { calledBy, seatName, silentSeats } from './seats';
import { blocksOf } from './history';
import { gameIn } from './opened';

const CHOICE: Choice = {
  rulebook: 'elephant',
  battle: 'training-toll-gate',
  title: 'The toll gate',
  name: 'Anna',
  friend: '',
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

  it('calls everybody by his name, and no two the same', () => {
    const names = (more: Partial<Choice>): string[] => seatsOf({ ...CHOICE, ...more }).map(({ name }) => name);
    expect(names({ other: 'friend', friend: ' Ben ' })).toEqual(['Anna', 'Ben']);
    expect(names({ other: 'friend' })).toEqual(['Anna', 'Union']);
    expect(names({ name: ' ', other: 'friend', friend: 'player' })).toEqual(['Player', 'Player (the other one)']);
    expect(names({ name: 'Sergeant' })).toEqual(['Sergeant', 'Sergeant (the other one)']);
  });

  it('knows a seat by name and side, and which of them are silent', () => {
    const seats: SeatLine[] = [
      { seat: 0, name: 'Anna', role: 'union', player: 'person' },
      { seat: 1, name: 'Confederate', role: 'confederate', player: 'person' },
      { seat: 2, name: 'Sergeant', role: 'confederate', player: { general: 'sergeant' } },
    ];
    expect(seats.map(seatName)).toEqual(['Anna, Union', 'Confederate', 'Sergeant, Confederate']);
    expect([calledBy(seats, 0, 0), calledBy(seats, 1, 0), calledBy(seats, 9, 0)]).toEqual([
      'Anna (you)',
      'Confederate',
      '',
    ]);
    const page = { number: 0, at: 0, seat: 1, note: 'closed' } as const;
    expect(silentSeats(seats, [], 0).map(({ seat }) => seat)).toEqual([1]);
    expect(silentSeats(seats, [page], 0)).toEqual([]);
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

  it('knows a saved game from any other file', () => {
    const words = { format: 'longroll table 1', rulebook: 'r', folder: 'f', secret: 's', save: 'v', chain: 'c' };
    const game = { ...words, files: {}, setup: {}, kept: [] };
    expect(gameIn(JSON.stringify(game))).toEqual(game);
    for (const other of ['', '[1]', 'null', '"words"', '{}', '{"format":"longroll table 1"}', 'save', '<svg/>'])
      expect(gameIn(other)).toBeUndefined();
  });

  it('says dates as people do, and leaves out what is no certificate', () => {
    expect(day('1862-08-28')).toBe('28 August 1862');
    expect(certificatesOf({ certificates: [{ rulebook: 'elephant', union: { share: 0.5 } }, 7] })).toHaveLength(1);
    expect(certificatesOf(null)).toEqual([]);
  });
});
