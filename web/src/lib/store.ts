import type { Json } from '../engine/messages';

const PREFIX = 'longroll.';

/** What was kept under a name; nothing where nothing was, or where it does not read. */
export function kept(name: string): Json | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Keeps a value under a name. A full or forbidden store is no reason to stop: it is forgotten when the page is left. */
export function keep(name: string, value: Json | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing to be done.
  }
}
