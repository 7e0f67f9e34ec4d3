import type { Chart } from '../engine/messages';

/** A chart of a rulebook, ready to be searched. */
export interface Entry {
  book: string;
  chart: Chart;
  /** Its title and chapter, in small letters. */
  head: string;
  /** Everything it says, in small letters. */
  body: string;
}

/** Makes a chart ready to be searched. */
export function entry(book: string, chart: Chart): Entry {
  const cells = [...chart.columns.map((column) => column.heading), ...chart.rows.flat(), chart.note];
  return {
    book,
    chart,
    head: `${chart.title} ${chart.chapter}`.toLowerCase(),
    body: cells.join(' ').toLowerCase(),
  };
}

/** The words of a search, in small letters. */
export function words(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The charts that hold every word; those that hold them in their title first. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const wanted = words(query);
  if (wanted.length === 0) return [...entries];
  const found = entries.filter((entry) =>
    wanted.every((word) => entry.head.includes(word) || entry.body.includes(word)),
  );
  const inTitle = (entry: Entry): number => (wanted.every((word) => entry.head.includes(word)) ? 0 : 1);
  return found
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => inTitle(a.entry) - inTitle(b.entry) || a.place - b.place)
    .map(({ entry }) => entry);
}

/** A text in pieces, each marked if the search found it. */
export function pieces(text: string, query: string): { text: string; found: boolean }[] {
  const wanted = words(query).sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, found: false }];
  const escaped = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
  return parts.map((part, place) => ({ text: part, found: place % 2 === 1 })).filter((part) => part.text !== '');
}
