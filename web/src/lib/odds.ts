import type { OddsColumn } from '../engine/messages';

/** One outcome, with its part in every column. */
export interface OddsLine {
  gist: string;
  /** The whole lines that read alike in a few words. */
  summaries: string[];
  parts: Part[];
}

/** The part of an outcome in one column. */
export interface Part {
  ways: bigint;
  /** Of a thousand; the parts of a column add up to a thousand. */
  thousandths: number;
  /** For people: `33.4%`, `<0.1%`, or a dash. */
  percent: string;
}

/** Odds made ready to be shown: outcomes that read alike are one line, the likeliest first. */
export interface ShownOdds {
  headings: string[];
  lines: OddsLine[];
  /** Out of how many ways, column by column: where there is but one, no dice fall. */
  totals: bigint[];
  /** Whether every way was followed to its end. */
  exact: boolean;
}

function percent(thousandths: number, ways: bigint): string {
  if (thousandths === 0) return ways > 0n ? '<0.1%' : '–';
  return `${Math.floor(thousandths / 10)}.${thousandths % 10}%`;
}

/** Parts of a whole in so many pieces that add up to all of them: what rounding down loses goes to the largest remainders. */
export function share(ways: readonly bigint[], total: bigint, pieces: number): number[] {
  if (total === 0n) return ways.map(() => 0);
  const whole = BigInt(pieces);
  const rounded = ways.map((way) => Number((way * whole) / total));
  const rest = ways.map((way, index) => ({ index, left: (way * whole) % total }));
  rest.sort((a, b) => (a.left === b.left ? a.index - b.index : a.left > b.left ? -1 : 1));
  const settled = ways.reduce((sum, way) => sum + way, 0n);
  let missing = Number((settled * whole) / total) - rounded.reduce((sum, part) => sum + part, 0);
  for (const { index } of rest) {
    if (missing <= 0) break;
    rounded[index] = (rounded[index] ?? 0) + 1;
    missing -= 1;
  }
  return rounded;
}

/** The answers of a column that tell it from the others: what is supposed in all of them alike need not be read. */
function differing(column: OddsColumn, columns: readonly OddsColumn[]): [string, string][] {
  const answered = ({ answers }: OddsColumn, asked: string): string | undefined =>
    answers.find(([name]) => name === asked)?.[1];
  return column.answers.filter(([name, answer]) => columns.some((other) => answered(other, name) !== answer));
}

/** What a unit is called, where that is known. */
export type Names = (piece: number) => string | undefined;

/** A decision in words; one that is asked of several units bears the unit's number. */
function decisionWords(decision: string, nameOf: Names): string {
  const [asked = '', piece] = decision.split('@');
  const words = asked.replace(/-/g, ' ');
  return piece === undefined ? words : `${words}, ${nameOf(Number(piece)) ?? `unit ${piece}`}`;
}

/** Makes odds ready to be shown. */
export function showOdds(columns: readonly OddsColumn[], nameOf: Names = () => undefined): ShownOdds {
  const gathered = new Map<string, { summaries: Set<string>; ways: bigint[] }>();
  columns.forEach((column, place) => {
    for (const row of column.outcomes) {
      const known = gathered.get(row.gist) ?? { summaries: new Set<string>(), ways: columns.map(() => 0n) };
      known.summaries.add(row.summary);
      known.ways[place] = (known.ways[place] ?? 0n) + BigInt(row.ways);
      gathered.set(row.gist, known);
    }
  });
  const totals = columns.map((column) => BigInt(column.total));
  const chance = (ways: readonly bigint[]): number =>
    ways.reduce((sum, way, place) => sum + Number((way * 1_000_000_000n) / (totals[place] || 1n)), 0);
  const entries = [...gathered].sort(([, a], [, b]) => chance(b.ways) - chance(a.ways));
  const parts = columns.map((_, place) => {
    const ways = entries.map(([, entry]) => entry.ways[place] ?? 0n);
    return share(ways, totals[place] ?? 0n, 1000);
  });
  return {
    headings: columns.map((column) =>
      differing(column, columns)
        .map(([name, answer]) => `${decisionWords(name, nameOf)}: ${answer}`)
        .join(', '),
    ),
    lines: entries.map(([gist, entry], index) => ({
      gist,
      summaries: [...entry.summaries],
      parts: entry.ways.map((ways, place) => {
        const thousandths = parts[place]?.[index] ?? 0;
        return { ways, thousandths, percent: percent(thousandths, ways) };
      }),
    })),
    totals,
    exact: columns.every((column) => column.unresolved === '0'),
  };
}

/** The odds of one set of decisions, the likeliest outcome first. */
export function onlyColumn(shown: ShownOdds, place: number): ShownOdds {
  const ways = (line: OddsLine): bigint => line.parts[place]?.ways ?? 0n;
  const lines = shown.lines.filter((line) => ways(line) > 0n);
  lines.sort((a, b) => (ways(a) === ways(b) ? 0 : ways(a) > ways(b) ? -1 : 1));
  return {
    headings: shown.headings.slice(place, place + 1),
    lines: lines.map((line) => ({ ...line, parts: line.parts.slice(place, place + 1) })),
    totals: shown.totals.slice(place, place + 1),
    exact: shown.exact,
  };
}

/** The figures in a text and the text without them, so that "no hits", "1 hit" and "2 hits" read alike. */
function figuresIn(text: string): { figures: number[]; frame: string } {
  const figures: number[] = [];
  const frame = text
    .toLowerCase()
    .replace(/\bno(ne|thing)?\b/g, '0')
    .replace(/(?<![\w.])[−-]?\d+(\.\d+)?/g, (figure) => {
      figures.push(Number(figure.replace('−', '-')));
      return '#';
    })
    .replace(/(?<=[a-z]{2})(?:es|s)\b/g, '');
  return { figures, frame };
}

/** Outcomes that differ in their figures alone, by these figures; all others as they were. */
export function inOrder(lines: readonly OddsLine[]): OddsLine[] {
  const read = lines.map((line) => ({ line, ...figuresIn(line.gist) }));
  const [first] = read;
  if (!first || first.figures.length === 0 || read.some(({ frame }) => frame !== first.frame)) return [...lines];
  const by = (a: readonly number[], b: readonly number[]): number =>
    a.map((figure, place) => figure - (b[place] ?? 0)).find((apart) => apart !== 0) ?? 0;
  return read.sort((a, b) => by(a.figures, b.figures)).map(({ line }) => line);
}

/** A piece of the bar: an outcome, or all that have none of their own. */
export interface Segment {
  /** Which tint it has; nothing where it stands for the others. */
  tint: number | undefined;
  percent: number;
}

/** LIMIT: so many tints can be told apart. */
export const TINTS = 7;

/** The outcomes of one column in the order they are read, each with a tint of its own as long as there are any. */
export function tinted(shown: ShownOdds): { lines: { line: OddsLine; tint: number | undefined }[]; bar: Segment[] } {
  const ways = (line: OddsLine): bigint => line.parts[0]?.ways ?? 0n;
  const ordered = inOrder(shown.lines);
  const likeliest = [...shown.lines].sort((a, b) => (ways(a) === ways(b) ? 0 : ways(a) > ways(b) ? -1 : 1));
  const own = new Set(likeliest.slice(0, ordered.length > TINTS ? TINTS - 1 : TINTS));
  let next = 0;
  const lines = ordered.map((line) => ({ line, tint: own.has(line) ? next++ : undefined }));
  const parts = lines.filter(({ tint }) => tint !== undefined).map(({ line }) => ways(line));
  const all = lines.reduce((sum, { line }) => sum + ways(line), 0n);
  const others = all - parts.reduce((sum, part) => sum + part, 0n);
  const percents = share(others > 0n ? [...parts, others] : parts, all, 100);
  return { lines, bar: percents.map((percent, tint) => ({ tint: tint < parts.length ? tint : undefined, percent })) };
}

/** Whole percents of one column that add up to a hundred, for a single bar. */
export function wholePercents(shown: ShownOdds, place: number): number[] {
  const ways = shown.lines.map((line) => line.parts[place]?.ways ?? 0n);
  const total = ways.reduce((sum, way) => sum + way, 0n);
  return share(ways, total, 100);
}
