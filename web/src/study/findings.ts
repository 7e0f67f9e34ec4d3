import type { Interval } from '../lobby/certificate';

/** How many battles went one way. */
export interface Share extends Interval {
  name: string;
  /** Whose it is, which gives the bar its colour. */
  side: string;
  count: number;
}

/** How something spread over all battles. */
export interface Spread {
  mean: number;
  tenth: number;
  median: number;
  ninetieth: number;
}

/** Men lost by the end of a turn, for either side. */
export interface TurnLosses {
  turn: number;
  lost: [Spread, Spread];
}

/** What a study found, as `longroll study --json` prints it. */
export interface Findings {
  battles: number;
  sides: Share[];
  endings: Share[];
  turns: Spread;
  lost: [Spread, Spread];
  overTime: TurnLosses[];
}

type Raw = Record<string, unknown>;
const record = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const figure = (value: unknown): number => (typeof value === 'number' ? value : 0);

function shareOf(value: unknown): Share {
  const raw = record(value);
  // An ending holds its share, or is one.
  const own = 'share' in raw && typeof raw['share'] === 'object' ? record(raw['share']) : raw;
  const interval = 'interval' in own ? record(own['interval']) : own;
  const name = String(own['name'] ?? raw['name'] ?? '');
  const winner = typeof raw['winner'] === 'string' ? raw['winner'] : undefined;
  return {
    // Either side may win in the same way.
    name: winner === undefined ? name : `${winner}: ${name}`,
    side: winner ?? name,
    count: figure(own['count']),
    share: figure(interval['share']),
    low: figure(interval['low']),
    high: figure(interval['high']),
  };
}

function spreadOf(value: unknown): Spread {
  const raw = record(value);
  return {
    mean: figure(raw['mean']),
    tenth: figure(raw['tenth']),
    median: figure(raw['median']),
    ninetieth: figure(raw['ninetieth']),
  };
}

const pair = (value: unknown): [Spread, Spread] => {
  const both = list(value).map(spreadOf);
  return [both[0] ?? spreadOf(null), both[1] ?? spreadOf(null)];
};

/** Reads what a study found; nothing where there are no findings. */
export function findingsOf(results: unknown): Findings | undefined {
  const raw = record(record(results)['findings']);
  if (!('battles' in raw)) return undefined;
  const either = (name: string, hyphened: string): unknown => raw[name] ?? raw[hyphened];
  return {
    battles: figure(raw['battles']),
    sides: list(either('by_side', 'by-side')).map(shareOf),
    endings: list(raw['endings']).map(shareOf),
    turns: spreadOf(raw['turns']),
    lost: pair(raw['lost']),
    overTime: list(either('over_time', 'over-time')).map((one) => ({
      turn: figure(record(one)['turn']),
      lost: pair(record(one)['lost']),
    })),
  };
}
