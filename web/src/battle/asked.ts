import { keep, kept } from '../lib/store';

const nameOf = (book: string, question: string): string => `asked.${book}.${question}`;

/** Remembers what there was to choose from, for standing orders: a rulebook lists its questions without their answers. */
export function remember(book: string, question: string, choices: readonly string[]): void {
  const known = remembered(book, question);
  const all = [...known, ...choices.filter((choice) => !known.includes(choice))];
  if (all.length > known.length) keep(nameOf(book, question), all);
}

/** What there was to choose from whenever a question was asked on this machine. */
export function remembered(book: string, question: string): string[] {
  const known = kept(nameOf(book, question));
  return Array.isArray(known) ? known.filter((choice) => typeof choice === 'string') : [];
}

/** Whether a question is answered by yes or no, and nothing else. */
export const isYesOrNo = (choices: readonly string[]): boolean =>
  choices.length === 2 && choices.includes('yes') && choices.includes('no');
