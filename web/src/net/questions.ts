import { get } from './http';
import type { QuestionLine, RulebookLine } from './wire';

let asked: Promise<RulebookLine[]> | undefined;

/** What players may be asked by a rulebook. The books do not change while the page is open, so they are read once. */
export async function questionsOf(book: string | undefined): Promise<QuestionLine[]> {
  asked ??= get<RulebookLine[]>('rulebooks');
  try {
    return (await asked).find(({ rulebook }) => rulebook === book)?.questions ?? [];
  } catch (error) {
    asked = undefined;
    throw error;
  }
}
