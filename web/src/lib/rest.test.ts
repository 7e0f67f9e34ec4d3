import { describe, expect, it } from 'vitest';
import type { Chart, WorkingLine } from '../engine/messages';
import { Declined, isAway, whyOf } from '../net/http';
import { firstCells, remark } from './card';
import { decisive } from './decisive';
import { samePath } from './reasons';
import { pageOf } from './route';
import { entry, pieces, search } from './search';
import {
  answerWords,
  namedAnswers,
  armiesNamed,
  chartAddress,
  choiceLabel,
  counted,
  label,
  orderName,
  resultLine,
  rounded,
  sentence,
  signed,
  throwName,
  title,
} from './words';

const chart = (id: string, title: string, rows: string[][]): Chart => ({
  id,
  chapter: 'Fire',
  title,
  note: '',
  on_card: true,
  columns: (rows[0] ?? []).map((_, place) => ({ heading: `c${place}`, below: place === 3, place, until: null })),
  rows,
});

describe('addresses', () => {
  it('name pages', () => {
    expect(pageOf('')).toEqual({ name: 'home' });
    expect(pageOf('#/battle/x?seat=1')).toMatchObject({ name: 'battle', id: 'x', seat: 1 });
    expect(pageOf('#/battle/x/y')).toMatchObject({ token: 'y', seat: undefined });
    expect(pageOf('#/replay/x?seat=0&turn=5')).toMatchObject({ seat: 0, turn: 5 });
    expect(pageOf('#/table')).toEqual({ name: 'shelf' });
    expect(pageOf('#/account')).toEqual({ name: 'account' });
    expect(pageOf('#/table/elephant/fire')).toEqual({ name: 'procedure', book: 'elephant', procedure: 'fire' });
    expect(pageOf('#/charts/elephant/fire-results?lit=7.6_2.1')).toMatchObject({
      name: 'charts',
      chart: 'fire-results',
      lit: [
        { row: 7, column: 6 },
        { row: 2, column: 1 },
      ],
    });
    expect(pageOf('#/charts/x/y?lit=a.b')).toMatchObject({ lit: [] });
    expect(pageOf('#/nowhere/at/all/indeed').name).toBe('missing');
    expect(pageOf('#/%E0%A4%A').name).toBe('missing');
    expect(pageOf('#/study').name).toBe('study');
  });

  it('of charts light their cells, each once', () => {
    const cell = { chart: 'fire', row: 7, column: 6 };
    expect(chartAddress('elephant', 'fire', [cell, cell, { chart: 'other', row: 1, column: 1 }])).toBe(
      '#/charts/elephant/fire?lit=7.6',
    );
  });
});

describe('searching', () => {
  const entries = [
    entry('a', chart('x', 'Morale', [['rifle', 'seven']])),
    entry('a', chart('y', 'Rifle ranges', [['short', '2']])),
    entry('b', chart('z', 'Woods', [['thick', '3']])),
  ];

  it('finds titles first, then what charts say, all words together', () => {
    expect(search(entries, 'RIFLE').map((found) => found.chart.id)).toEqual(['y', 'x']);
    expect(search(entries, 'rifle seven').map((found) => found.chart.id)).toEqual(['x']);
    expect(search(entries, ' ')).toHaveLength(3);
    expect(search(entries, 'ships')).toEqual([]);
  });

  it('marks what it found', () => {
    expect(pieces('Rifle (two)', 'rif (')).toEqual([
      { text: 'Rif', found: true },
      { text: 'le ', found: false },
      { text: '(', found: true },
      { text: 'two)', found: false },
    ]);
  });
});

describe('a card', () => {
  it('says a name once for all its rows, and counts remarks', () => {
    const rows = [
      ['General', '1', 'a', '-'],
      ['General', '2', 'b', 'a remark'],
      ['7', '3', 'c', ''],
      ['7', '3', 'c', ''],
    ];
    expect(firstCells(chart('x', 'X', rows))).toEqual([3, 0, 1, 1]);
    expect(remark(chart('x', 'X', rows), 1)).toBe('a remark');
  });
});

describe('words', () => {
  it('are for people', () => {
    expect(label('range_yards')).toBe('Range, yards');
    expect(label('out_of_ammo')).toBe('Out of ammo');
    expect(choiceLabel({ name: 'rifle-musket', about: 'Rifle-musket.' })).toBe('Rifle-musket');
    expect(choiceLabel({ name: 'field-artillery', about: 'Guns that walk.' })).toBe('Field artillery');
    expect(sentence('one hit')).toBe('One hit.');
    expect(sentence('')).toBe('');
    expect(signed(-2)).toBe('−2');
    expect([title('csa-artillery-fire'), title('regimental-2')]).toEqual(['CSA artillery fire', 'Regimental 2']);
    expect(armiesNamed('it is for the confederate side to decide')).toBe('it is for the Confederate side to decide');
    expect([counted(1, 'battle'), counted(2000, 'battle')]).toEqual(['1 battle', '2,000 battles']);
    expect(resultLine('Billy Yank!', 'fire-at-ship', 'no effect', [3, 4])).toBe(
      'Billy Yank!, fire at ship: no effect (dice 3 4)',
    );
  });

  it('of a refusal find their field', () => {
    expect(samePath('firers[0].stands', ['firers', 0, 'stands'])).toBe(true);
    expect(samePath('firers.0.stands', ['firers', 0, 'stands'])).toBe(true);
    expect(samePath('firers', [])).toBe(false);
  });
});

describe('the look-up that decided', () => {
  const looked = (chart: string): WorkingLine => ({ line: 'looked', text: '', lit: { chart, row: 0, column: 0 } });
  const rolled: WorkingLine = { line: 'rolled', throw: 'd10', faces: [7], reading: 7, typed: [true], rule: 'T-1' };
  const noted: WorkingLine = { line: 'noted', name: 'tested', text: 'pass', rules: [] };

  it('is the last of the last throw, and not what follows from it', () => {
    expect(
      decisive([looked('factors'), rolled, looked('grades'), looked('results'), noted, looked('hits')])?.chart,
    ).toBe('results');
    expect(decisive([looked('factors'), looked('speeds')])?.chart).toBe('speeds');
    expect(decisive([rolled, noted])).toBeUndefined();
  });
});

describe('figures of the server', () => {
  it('are read to one decimal, and rules and whole numbers are left alone', () => {
    expect(rounded('2.729 of 10 inches')).toBe('2.7 of 10 inches');
    expect(rounded('5.96 of 6.0 inches, see 7.12.3')).toBe('6 of 6.0 inches, see 7.12.3');
  });
});

describe('words of a table', () => {
  it('spell out the sides of a hex, and leave other answers as they are', () => {
    expect(answerWords(['n', 'sw'])).toEqual(['North', 'South-west']);
    expect(answerWords(['e', 'shell'])).toEqual(['E', 'Shell']);
    expect(answerWords(['go-on'])).toEqual(['Go on']);
    expect(namedAnswers(['0', '1'], ['10th Ga. in hex 0604', 'none'])).toEqual(['10th Ga. in hex 0604', 'None']);
    expect(namedAnswers(['n', 'ne'], ['to hex 0603', 'to hex 0703'])).toEqual([
      'North, to hex 0603',
      'North-east, to hex 0703',
    ]);
  });

  it('call the start the start, and a card a card', () => {
    expect([orderName(0), orderName(3)]).toEqual(['the start', 'order 3']);
    expect([throwName('card/2'), throwName('2d6')]).toEqual(['card, 1 to 2', '2d6']);
  });
});

describe('what went wrong', () => {
  it('is told in a sentence, and is no absence where somebody answered', () => {
    const problem = { problem: 'missing', why: 'no such table', do: 'look at its name again' } as const;
    expect(whyOf(new Declined(problem))).toBe('No such table: look at its name again.');
    expect(isAway(new Declined(problem))).toBe(false);
  });
});
