import type { Path } from './situation';

/** Whether the place that a refusal names is this path: `firers[0].stands` and `firers.0.stands` are the same. */
export function samePath(field: string, path: Path): boolean {
  if (path.length === 0) return false;
  const named = field.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');
  return named === path.join('.');
}
