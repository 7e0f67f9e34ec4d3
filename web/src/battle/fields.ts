import type { Json } from '../net/wire';

/** A field of the battle that a referee may change: where it is, what people call it, and what it is now. */
export interface Field {
  at: string;
  words: string;
  value: string | number | boolean | null;
}

/** Names of pieces by their numbers: rulebooks keep their units in the order of these numbers. */
export type Names = ReadonlyMap<number, string>;

const escaped = (key: string): string => key.replace(/~/g, '~0').replace(/\//g, '~1');

/** Every field of a battle that holds one value, in the order they stand. */
export function fieldsOf(battle: Json, names: Names, at = '', words = ''): Field[] {
  if (battle === null || typeof battle !== 'object') return [{ at, words, value: battle }];
  const called = (index: number): string => (at === '/units' ? names.get(index) : undefined) ?? String(index + 1);
  const parts: [string, string, Json][] = Array.isArray(battle)
    ? battle.map((entry, index) => [String(index), called(index), entry])
    : Object.entries(battle).map(([key, entry]) => [escaped(key), key.replace(/_/g, ' '), entry]);
  return parts.flatMap(([key, name, entry]) =>
    fieldsOf(entry, names, `${at}/${key}`, words ? `${words}, ${name}` : name),
  );
}

/** Those in which every word of the search occurs. */
export function found(fields: readonly Field[], search: string, most: number): Field[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const has = ({ words }: Field): boolean => wanted.every((word) => words.toLowerCase().includes(word));
  return fields.filter(has).slice(0, most);
}

/** What somebody typed, as the kind of thing that was there. */
export function read(typed: string, was: Field['value']): Json {
  if (typeof was === 'string') return typed;
  try {
    return JSON.parse(typed) as Json;
  } catch {
    return typed;
  }
}
