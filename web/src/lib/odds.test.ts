import { describe, expect, it } from 'vitest';
import { onlyColumn, share, showOdds, wholePercents } from './odds';

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
});
