import type { Piece } from '../net/wire';
import { box, line, times, type Draft, type Part } from './draft';

/** The other ways to draw a piece: stands seen from above, as they stand on a table, and the boxes of staff maps. */

/** How a map draws its pieces. */
export type Style = 'bars' | 'stands' | 'boxes';
export const STYLES: readonly (readonly [Style, string])[] = [
  ['bars', 'Bars'],
  ['stands', 'Stands from above'],
  ['boxes', 'NATO boxes'],
];

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** Bases side by side or one behind the other, with the heads of their men. */
export function stands({ front, depth, units }: Draft, mounted: boolean): Part[] {
  const wide = front >= depth;
  const count = wide ? between(1, Math.floor(front / units(40)), 12) : between(1, Math.floor(depth / units(22)), 14);
  const [width, deep] = wide ? [front / count, depth] : [front, depth / count];
  const [w, d] = [Math.max(units(1), width - units(1)), Math.max(units(1), deep - units(1))];
  const [files, ranks] = [between(2, Math.floor(w / units(7.5)), 8), between(1, Math.floor(d / units(8.5)), 3)];
  const places = times(count, (stand): [number, number] =>
    wide ? [-front / 2 + width * stand, 0] : [-front / 2, deep * stand],
  );
  const heads = places.flatMap(([x, y]) =>
    times(files * ranks, (head) => {
      const [file, rank] = [head % files, Math.floor(head / files)];
      const [at, down] = [x + (w * (2 * file + 1)) / (2 * files), y + (d * (2 * rank + 1)) / (2 * ranks)];
      return line(at, down, at, down);
    }),
  );
  const [half, high] = [Math.min(units(8), front / 2), units(9)];
  return [
    { part: 'halo', path: box(-front / 2 - units(2), -units(2), front + units(4), depth + units(4)) },
    { part: 'base', path: places.map(([x, y]) => box(x, y, w, d)).join('') },
    { part: mounted ? 'heads mounts' : 'heads', path: heads.join('') },
    { part: 'front', path: `${box(-front / 2, -units(1), front, units(2))}M${-half} 0L0 ${-high}L${half} 0z` },
  ];
}

/** The ground a piece takes up, below its box: the front of a line, the length of a column. */
export function footing({ front, depth, units }: Draft): Part[] {
  const nib = units(8);
  const ground = front >= depth ? line(-front / 2, 0, front / 2, 0) : line(0, -nib, 0, depth);
  return [{ part: 'thread', path: `${ground}M${-nib} 0L0 ${-nib}L${nib} 0` }];
}

const WIDE = 44;
const HIGH = 28;

/** How far behind the front the middle of a box lies, in units of ornament. */
export const BOX_BEHIND = HIGH / 2 + 8;

/** A box with its sign, upright, its middle at nought: what it is inside, how large it is above. */
export function staffBox(piece: Piece, units: (count: number) => number): Part[] {
  const [x, y] = [units(WIDE / 2), units(HIGH / 2)];
  const strokes: Partial<Record<Piece['kind'], string>> = {
    infantry: line(-x, -y, x, y) + line(-x, y, x, -y),
    cavalry: line(-x, y, x, -y),
    wagon: line(-x, y / 2, x, y / 2),
    ship: line(0, (-y * 2) / 3, 0, (y * 2) / 3) + line(-x / 2, y / 6, x / 2, y / 6),
  };
  const count = piece.kind === 'artillery' || piece.strength.men < 120 ? 1 : piece.strength.men < 250 ? 2 : 3;
  const size = times(count, (place) => {
    const at = units((6 * (2 * place - count + 1)) / 2);
    const top = -y - units(3);
    return line(at, top, at, piece.shape === 'skirmish' ? top : top - units(6));
  });
  return [
    { part: 'halo', path: box(-x - units(2), -y - units(2), 2 * x + units(4), 2 * y + units(4)) },
    { part: 'body', path: box(-x, -y, 2 * x, 2 * y) },
    { part: 'stroke', path: strokes[piece.kind] ?? '' },
    { part: 'ball', path: piece.kind === 'artillery' ? line(0, 0, 0, 0) : '' },
    { part: 'size', path: size.join('') },
  ].filter(({ path }) => path !== '');
}
