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
