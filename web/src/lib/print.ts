/** What a card is printed on, with its long side across. */
export interface Paper {
  name: string;
  /** Its size in a style sheet. */
  size: string;
  /** Its width and height in millimetres, and the columns of a side. */
  width: number;
  height: number;
  columns: number;
  /** The sides a whole rulebook should take. */
  sides: number;
}

export const PAPERS: readonly Paper[] = [
  { name: 'A3', size: 'A3 landscape', width: 420, height: 297, columns: 4, sides: 2 },
  { name: 'Tabloid', size: '17in 11in', width: 431.8, height: 279.4, columns: 4, sides: 2 },
  { name: 'A4', size: 'A4 landscape', width: 297, height: 210, columns: 3, sides: 6 },
  { name: 'Letter', size: 'letter landscape', width: 279.4, height: 215.9, columns: 3, sides: 6 },
];

/** Sizes of type to try, in points, the most readable first. */
const TYPES: readonly number[] = [9, 8.6, 8.2, 7.8, 7.4, 7, 6.6, 6.3, 6];
/** The margins of a page at both sides, and above and below, in millimetres. */
const ACROSS = 16;
const DOWN = 16;

/**
 * The largest type with which a card takes no more than its sides. A copy is laid into columns of the page's height, as the
 * printer will, and the columns are counted.
 */
export function largestType(card: HTMLElement, paper: Paper): number {
  const copy = card.cloneNode(true) as HTMLElement;
  copy.removeAttribute('id');
  copy.setAttribute('aria-hidden', 'true');
  copy.classList.add('measured');
  copy.style.cssText = `position:absolute;left:-99999px;top:0;width:${paper.width - ACROSS}mm;height:${paper.height - DOWN}mm;columns:${paper.columns};column-gap:4mm;column-fill:auto;`;
  document.body.append(copy);
  const fits = (size: number): boolean => {
    copy.style.setProperty('--type', `${size}pt`);
    // Columns that do not fit go on to the right of the page.
    return copy.scrollWidth <= (copy.clientWidth + 16) * paper.sides;
  };
  const size = TYPES.find(fits) ?? TYPES.at(-1) ?? 6;
  copy.remove();
  return size;
}

/** Prints a card on a paper. */
export function print(card: HTMLElement, paper: Paper, title: string): void {
  const style = document.createElement('style');
  const foot = title.replace(/["\\<]/g, '');
  style.textContent = `@page { size: ${paper.size}; margin: 7mm 8mm; @bottom-right { content: "${foot}, " counter(page) " of " counter(pages); font: 5pt sans-serif; } }
@media print { :root { --type: ${largestType(card, paper)}pt; --columns: ${paper.columns}; } }`;
  document.head.append(style);
  addEventListener('afterprint', () => style.remove(), { once: true });
  window.print();
}
