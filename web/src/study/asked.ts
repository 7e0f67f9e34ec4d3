/** A study that was begun: its name, and what it was asked for, so that an address holds it. */
export interface AskedStudy {
  study: string;
  battle: string;
  rulebook: string;
  union: string;
  confederate: string;
  battles: number;
  seed: number;
}

/** LIMIT: battles of one study, and the largest seed that a page writes as it was typed. */
export const BATTLES: readonly [number, number] = [2, 2_000];
export const SEEDS: readonly [number, number] = [0, 999_999_999_999_999];

/** What is wanted in a field, where something else stands there; nothing where all is well. */
export function wrongWith(value: number | null | undefined, [least, most]: readonly [number, number]): string {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return '';
  return `A whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`;
}

const NAMED = ['rulebook', 'union', 'confederate'] as const;

/** The address of a study, where it is taken up again. */
export function studyAddress(asked: AskedStudy): string {
  const query = new URLSearchParams({ run: asked.study });
  for (const name of NAMED) query.set(name, asked[name]);
  query.set('battles', String(asked.battles));
  query.set('seed', String(asked.seed));
  return `#/study/${encodeURIComponent(asked.battle)}?${query}`;
}

/** The study that an address names, if it names one. */
export function askedIn(battle: string | undefined, query: string): AskedStudy | undefined {
  const search = new URLSearchParams(query);
  const study = search.get('run');
  const [rulebook, union, confederate] = NAMED.map((name) => search.get(name));
  const [battles, seed] = [Number(search.get('battles')), Number(search.get('seed'))];
  if (!battle || !study || !rulebook || !union || !confederate) return undefined;
  if (!Number.isInteger(battles) || !Number.isInteger(seed)) return undefined;
  return { study, battle, rulebook, union, confederate, battles, seed };
}
