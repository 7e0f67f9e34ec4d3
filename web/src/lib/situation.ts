import type { Field, Json, Kind, Shape } from '../engine/messages';

/** The way to a value inside a situation: names of fields, numbers in lists. */
export type Path = readonly (string | number)[];

/** Whether a value has named fields. */
export function isRecord(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at the end of a path; nothing where the path leads nowhere. */
export function at(value: Json, path: Path): Json | undefined {
  let found: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(found) && typeof step === 'number') found = found[step];
    else if (isRecord(found) && typeof step === 'string') found = found[step];
    else return undefined;
  }
  return found;
}

/** The same value with another one at the end of a path; whatever lies beside the path is shared. */
export function put(value: Json, path: Path, next: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = put(list[step] ?? null, rest, next);
    return list;
  }
  const record = isRecord(value) ? value : {};
  return { ...record, [step]: put(record[step] ?? null, rest, next) };
}

/** LIMIT: how high a stepper starts where a count is asked for. */
const FIRST_COUNT = 1;

/** What a value is before anybody has said anything. */
export function blank(shape: Shape): Json {
  switch (shape.kind) {
    case 'yes-no':
      return false;
    case 'whole':
      return Math.min(Math.max(shape.least, FIRST_COUNT), shape.most);
    case 'number':
      return FIRST_COUNT;
    case 'text':
      return '';
    case 'choice':
      return shape.choices[0]?.name ?? null;
    case 'list':
      return [];
    case 'record':
      return Object.fromEntries(shape.fields.map((field) => [field.name, blankField(field)]));
    case 'one-of':
      return shape.kinds[0] ? blank(shape.kinds[0].shape) : null;
    case 'constant':
      return shape.value;
    case 'optional':
    case 'json':
      return null;
  }
}

function blankField(field: Field): Json {
  if (!field.required) return field.default;
  // A list that somebody has to fill begins with one entry.
  return field.shape.kind === 'list' ? [blank(field.shape.inner)] : blank(field.shape);
}

/** Whether a kind of several is the one this value is of. */
function isOfKind(value: Json | undefined, kind: Kind): boolean {
  const { shape } = kind;
  if (shape.kind === 'constant') return value === shape.value;
  if (shape.kind !== 'record' || !isRecord(value)) return false;
  const tag = shape.fields.find((field) => field.shape.kind === 'constant');
  if (tag && tag.shape.kind === 'constant') return value[tag.name] === tag.shape.value;
  return kind.name in value;
}

/** The kind a value is of; the first where it is of none. */
export function kindOf(value: Json | undefined, kinds: readonly Kind[]): Kind | undefined {
  return kinds.find((kind) => isOfKind(value, kind)) ?? kinds[0];
}

/** The fields of a record that somebody can fill in. */
export function open(fields: readonly Field[]): Field[] {
  return fields.filter((field) => field.shape.kind !== 'constant');
}

/** A situation as a procedure asks for it, from one that may have been kept by an older edition: what fits is kept. */
export function fit(shape: Shape, kept: Json, otherwise: Json): Json {
  switch (shape.kind) {
    case 'yes-no':
      return typeof kept === 'boolean' ? kept : otherwise;
    case 'whole':
      return typeof kept === 'number' && Number.isInteger(kept) && kept >= shape.least && kept <= shape.most
        ? kept
        : otherwise;
    case 'number':
      return typeof kept === 'number' ? kept : otherwise;
    case 'text':
      return typeof kept === 'string' ? kept : otherwise;
    case 'choice':
      return shape.choices.some((choice) => choice.name === kept) ? kept : otherwise;
    case 'optional':
      return kept === null ? null : fit(shape.inner, kept, otherwise ?? blank(shape.inner));
    case 'list':
      return Array.isArray(kept) ? kept.map((item) => fit(shape.inner, item, blank(shape.inner))) : otherwise;
    case 'record': {
      if (!isRecord(kept)) return otherwise;
      const spare = isRecord(otherwise) ? otherwise : {};
      const fitted = (field: Field): Json => {
        const other = spare[field.name] ?? blankField(field);
        const own = kept[field.name];
        return own === undefined ? other : fit(field.shape, own, other);
      };
      return Object.fromEntries(shape.fields.map((field) => [field.name, fitted(field)]));
    }
    case 'one-of': {
      const kind = shape.kinds.find((known) => isOfKind(kept, known));
      return kind ? fit(kind.shape, kept, blank(kind.shape)) : otherwise;
    }
    case 'constant':
      return shape.value;
    case 'json':
      return kept;
  }
}
