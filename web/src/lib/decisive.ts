import type { WorkingLine, Lit } from '../engine/messages';

/**
 * The look-up that decided: the last one of the last throw, before its working is noted. What is looked up after that only
 * follows from it. Without dice, the last look-up of all.
 */
export function decisive(lines: readonly WorkingLine[]): Lit | undefined {
  let found: Lit | undefined;
  let last: Lit | undefined;
  let isReading = false;
  for (const line of lines) {
    if (line.line === 'rolled') isReading = true;
    if (line.line === 'noted') isReading = false;
    if (line.line === 'looked') {
      last = line.lit;
      if (isReading) found = line.lit;
    }
  }
  return found ?? last;
}
