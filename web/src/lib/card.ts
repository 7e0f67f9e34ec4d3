import type { Chart } from '../engine/messages';

/** LIMIT: a cell of at most this many letters stands in the middle, if its whole column is like that. */
const SHORT = 7;

/** Whether a column holds only short cells. */
export function isShort(chart: Chart, place: number): boolean {
  return chart.rows.every((row) => (row[place] ?? '').length <= SHORT);
}

/** What stands below a row. */
export function remark(chart: Chart, row: number): string {
  const cells = chart.columns.map((column, place) => (column.below ? (chart.rows[row]?.[place] ?? '') : ''));
  return cells.filter((cell) => cell !== '' && cell !== '-').join('; ');
}

/**
 * How many rows the first cell of each row is for, remarks included: none where the row above has it already. Marks and numbers
 * are read row by row; a name stands once for all its rows.
 */
export function firstCells(chart: Chart): number[] {
  const first = chart.columns.findIndex((column) => !column.below);
  const beside = chart.columns.filter((column) => !column.below).length;
  const name = (row: number): string => chart.rows[row]?.[first] ?? '';
  const isName = (row: number): boolean => beside > 2 && name(row).length > 2 && !/^\d/.test(name(row));
  const lines = (row: number): number => (remark(chart, row) === '' ? 1 : 2);
  return chart.rows.map((_, row) => {
    if (!isName(row)) return lines(row);
    if (row > 0 && name(row - 1) === name(row)) return 0;
    let span = 0;
    for (let next = row; next < chart.rows.length && name(next) === name(row); next += 1) span += lines(next);
    return span;
  });
}
