import { describe, expect, it } from 'vitest';
import { inOrder, onlyColumn, share, showOdds, tinted, TINTS, wholePercents, type ShownOdds } from './odds';

const row = (gist: string, ways: string, summary = gist): { gist: string; ways: string; summary: string } => ({
  gist,
  ways,
  summary,
});

describe('odds', () => {
  it('are rounded so that they add up', () => {
    expect(share([1n, 1n, 1n], 3n, 1000)).toEqual([334, 333, 333]);
    expect(share([1n, 9999n], 10000n, 1000).reduce((a, b) => a + b)).toBe(1000);
    expect(share([1n, 1n], 4n, 1000)).toEqual([250, 250]);
    expect(share([0n], 0n, 1000)).toEqual([0]);
  });

  it('hold outcomes that read alike on one line, the likeliest first', () => {
    const shown = showOdds([
      {
        answers: [],
        total: '10',
        unresolved: '0',
        outcomes: [row('hit', '3', 'a hit'), row('miss', '5'), row('hit', '2', 'another hit')],
      },
    ]);
    expect(shown.lines.map((line) => [line.gist, line.parts[0]?.percent, line.summaries.length])).toEqual([
      ['hit', '50.0%', 2],
      ['miss', '50.0%', 1],
    ]);
    expect(shown.exact).toBe(true);
    expect(wholePercents(shown, 0)).toEqual([50, 50]);
  });

  it('of several decisions stand side by side', () => {
    const shown = showOdds([
      { answers: [['second-fire', 'yes']], total: '6', unresolved: '0', outcomes: [row('holds', '6')] },
      {
        answers: [['second-fire', 'no']],
        total: '100000',
        unresolved: '0',
        outcomes: [row('holds', '99999'), row('routs', '1')],
      },
    ]);
    expect(shown.headings).toEqual(['second fire: yes', 'second fire: no']);
    expect(shown.lines.map((line) => line.parts.map((part) => part.percent))).toEqual([
      ['100.0%', '100.0%'],
      ['–', '<0.1%'],
    ]);
    expect(onlyColumn(shown, 0).lines.map((line) => line.gist)).toEqual(['holds']);
    expect(onlyColumn(shown, 1).headings).toEqual(['second fire: no']);
  });

  it('call the unit that is asked by its name, or by its number', () => {
    const column = (...answers: [string, string][]): Parameters<typeof showOdds>[0][number] => ({
      answers,
      total: '1',
      unresolved: '0',
      outcomes: [row('holds', '1')],
    });
    const columns = [
      column(['pass-through@1', 'yes'], ['pass-through@2', 'no']),
      column(['pass-through@1', 'no'], ['pass-through@2', 'yes']),
    ];
    expect(showOdds(columns, (piece) => (piece === 1 ? '2nd Ohio' : undefined)).headings).toEqual([
      'pass through, 2nd Ohio: yes, pass through, unit 2: no',
      'pass through, 2nd Ohio: no, pass through, unit 2: yes',
    ]);
  });

  it('say of each decision only what tells it from the others', () => {
    const column = (...answers: [string, string][]): Parameters<typeof showOdds>[0][number] => ({
      answers,
      total: '1',
      unresolved: '0',
      outcomes: [row('holds', '1')],
    });
    const shown = showOdds([
      column(['retreat-path', '0'], ['second-fire', 'yes'], ['occupy', 'yes']),
      column(['retreat-path', '0'], ['second-fire', 'no']),
    ]);
    expect(shown.headings).toEqual(['second fire: yes, occupy: yes', 'second fire: no']);
  });

  it('need more digits than a number has', () => {
    const many = '340282366920938463463374607431768211456';
    const shown = showOdds([{ answers: [], total: many, unresolved: '0', outcomes: [row('so', many)] }]);
    expect(shown.lines[0]?.parts[0]?.percent).toBe('100.0%');
  });

  it('that were not followed to the end say so', () => {
    const shown = showOdds([{ answers: [], total: '4', unresolved: '2', outcomes: [row('so', '2')] }]);
    expect(shown.exact).toBe(false);
    expect(shown.lines[0]?.parts[0]?.percent).toBe('50.0%');
  });

  const one = (...rows: [string, string][]): ShownOdds => {
    const total = String(rows.reduce((sum, [, ways]) => sum + Number(ways), 0));
    const outcomes = rows.map(([gist, ways]) => row(gist, ways));
    return showOdds([{ answers: [], total, unresolved: '0', outcomes }]);
  };

  it('that differ in a figure stand in the order of the figure', () => {
    const gists = (shown: ShownOdds): string[] => inOrder(shown.lines).map(({ gist }) => gist);
    expect(gists(one(['7 inches', '6'], ['10.5 inches', '1'], ['2 inches', '3']))).toEqual([
      '2 inches',
      '7 inches',
      '10.5 inches',
    ]);
    expect(gists(one(['1 hit', '4'], ['no hits', '3'], ['2 hits', '1']))).toEqual(['no hits', '1 hit', '2 hits']);
    // Others stay as they were, the likeliest first.
    expect(gists(one(['it holds', '4'], ['it routs 2 hexes', '6']))).toEqual(['it routs 2 hexes', 'it holds']);
  });

  it('have a tint each, and what is left over has one together', () => {
    const few = tinted(one(['a', '1'], ['b', '2'], ['c', '1']));
    expect(few.lines.map(({ tint }) => tint)).toEqual([0, 1, 2]);
    const many = tinted(
      one(...Array.from({ length: 20 }, (_, at): [string, string] => [`${at} inches`, String(at + 1)])),
    );
    const tints = many.lines.flatMap(({ tint }) => (tint === undefined ? [] : [tint]));
    expect(new Set(tints).size).toBe(tints.length);
    expect(tints).toHaveLength(TINTS - 1);
    expect(many.bar.at(-1)?.tint).toBeUndefined();
    expect(many.bar.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
  });

  it('of a throw that always ends alike still are of a throw', () => {
    const always = showOdds([{ answers: [], total: '36', unresolved: '0', outcomes: [row('it holds', '36')] }]);
    expect(always.totals).toEqual([36n]);
    expect(onlyColumn(always, 0).totals).toEqual([36n]);
  });
});
