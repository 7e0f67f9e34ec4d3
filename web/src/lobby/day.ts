const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A date as people say it: `28 August 1862`. */
export function day(date: string): string {
  const [year, month, of] = date.split('-').map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  return name === undefined || of === undefined ? date : `${of} ${name} ${year}`;
}
