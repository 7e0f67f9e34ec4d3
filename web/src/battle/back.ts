import { counted, sentence } from '../lib/words';
import { lineage } from '../net/apply';
import type { Page } from '../net/wire';

/** An order as the journal tells it; nothing where the reader may not know it. */
function orderTold(page: Page | undefined): string {
  const told = page?.note === 'turn' ? (page.order ?? page.words[0] ?? '') : '';
  return told === '' ? '' : `“${sentence(told).replace(/\.$/, '')}”`;
}

/**
 * The orders that going back takes away, in words: lines of the journal have no numbers that one could look up. It is told as
 * the journal stood before one of its pages; nothing where it knows of no such order.
 */
export function backWords(pages: readonly Page[], to: number, before = Infinity): string {
  const known = pages.filter(({ number }) => number < before);
  const lost = lineage(known).filter((turn) => turn > to);
  const first = orderTold(known.find((page) => page.note === 'turn' && page.turn === lost[0]));
  if (lost.length === 0) return '';
  if (lost.length === 1) return `the last order${first && `: ${first}`}`;
  return `the last ${counted(lost.length, 'order')}${first && `, from ${first} on`}`;
}

/** How many orders count up to a turn, which may have been taken back, or never have been. */
export function placeOf(turns: readonly number[], turn: number): number {
  return turns.filter((one) => one <= turn).length;
}
