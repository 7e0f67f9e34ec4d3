import { isRecord } from '../lib/situation';
import type { Json } from '../net/wire';

/** What is said of a file that was opened and is something else. */
export const NO_GAME =
  'This is no saved game of Long Roll. Its name ends in .longroll.json, and it is saved at the table.';

/** The game that a file holds; nothing where it is something else, or only a part of one. */
export function gameIn(text: string): Json | undefined {
  try {
    const file = JSON.parse(text) as Json;
    if (!isRecord(file)) return undefined;
    const { format, rulebook, folder, files, setup, secret, kept, save, chain } = file;
    const areWords = [format, rulebook, folder, secret, save, chain].every((part) => typeof part === 'string');
    return areWords && isRecord(files) && isRecord(setup) && Array.isArray(kept) ? file : undefined;
  } catch {
    return undefined;
  }
}
