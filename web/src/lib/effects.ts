import type { Json, WorkingLine, Reply, Shape } from '../engine/messages';
import { is } from '../engine/replies';
import { at, isRecord, kindOf, put, type Path } from './situation';

/** LIMIT: so many yes-or-no fields are tried; a longer form shows no amounts for the rest. */
const MOST = 60;

/** The paths of everything in a situation that is so or not. */
export function toggles(shape: Shape, value: Json | undefined, path: Path = []): Path[] {
  switch (shape.kind) {
    case 'yes-no':
      return [path];
    case 'optional':
      return value === null || value === undefined ? [] : toggles(shape.inner, value, path);
    case 'list':
      return Array.isArray(value) ? value.flatMap((item, place) => toggles(shape.inner, item, [...path, place])) : [];
    case 'record':
      return isRecord(value)
        ? shape.fields.flatMap((field) => toggles(field.shape, value[field.name], [...path, field.name]))
        : [];
    case 'one-of': {
      const kind = kindOf(value, shape.kinds);
      return kind ? toggles(kind.shape, value, path) : [];
    }
    default:
      return [];
  }
}

function linesOf(reply: Reply): WorkingLine[] | undefined {
  if (is(reply, 'waiting')) return reply.waiting.lines;
  return is(reply, 'done') ? reply.done.lines : undefined;
}

/** The sum of the modifiers that are known before a die falls. */
function sum(reply: Reply): number | undefined {
  return linesOf(reply)?.reduce((total, line) => total + (line.line === 'modified' ? line.amount : 0), 0);
}

/** What a field adds where it is so, by its path: the page asks the umpire with it and without. */
export async function effects(
  shape: Shape,
  situation: Json,
  resolve: (situation: Json) => Promise<Reply>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const now = sum(await resolve(situation));
  if (now === undefined) return found;
  for (const path of toggles(shape, situation).slice(0, MOST)) {
    const isOn = at(situation, path) === true;
    const other = sum(await resolve(put(situation, path, !isOn)));
    if (other === undefined) continue;
    const amount = isOn ? now - other : other - now;
    if (amount !== 0) found.set(path.join('.'), amount);
  }
  return found;
}
