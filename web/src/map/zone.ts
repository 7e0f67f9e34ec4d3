import type { FireZone, Piece, Spot } from '../net/wire';
import { signOf } from './glyph';
import { placeAt, type Ground, type Place } from './ground';
import type { Taken } from './labels';
import { over, type View } from './view';

/** What is written on an edge of the ground that a unit bears upon, in the units of the picture. */
export interface BandWords {
  words: string;
  at: Place;
  half: number;
}

/** Where along an edge one looks for room, in the order of liking. */
const ALONG = [0.32, 0.68, 0.5, 0.2, 0.8, 0.42, 0.58, 0.1, 0.9, 0.05, 0.95];
/** Of these figures of a picture's ornament: half a letter, and the height of a line. */
const HALF_LETTER = 5;
const LINE = 18;

/** The part of the map that is seen. */
export interface Seen {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Finds a place on each edge for what it means: clear of the others, and where there is one in sight and clear of the pieces.
 */
export function bandWords(
  zone: FireZone,
  ground: Ground,
  ornament: number,
  pieces: readonly Piece[],
  seen?: Seen,
): BandWords[] {
  const stand = pieces.map((piece) => {
    const { front, depth } = signOf(piece, ornament, ground.yard);
    return { at: placeAt(ground, piece.at), reach: Math.max(front, depth) / 2 };
  });
  const written: BandWords[] = [];
  for (const band of zone.bands) {
    const longest = band.edge.reduce<readonly Spot[]>((best, line) => (line.length > best.length ? line : best), []);
    const words = band.words.replace(/-(?=\d)/g, '−');
    const half = words.length * ornament * HALF_LETTER;
    const free = ALONG.flatMap((along) => longest[Math.floor(longest.length * along)] ?? [])
      .map((spot) => placeAt(ground, spot))
      .filter(({ x, y }) =>
        written.every(
          (other) => Math.abs(x - other.at.x) > half + other.half || Math.abs(y - other.at.y) > ornament * LINE,
        ),
      );
    const clear = ({ x, y }: Place): boolean =>
      stand.every(
        ({ at, reach }) => Math.abs(x - at.x) > half + reach || Math.abs(y - at.y) > (ornament * LINE) / 2 + reach,
      );
    // Nowhere is a place, too: better no words than two over one another.
    const inSight = ({ x, y }: Place): boolean =>
      seen === undefined || (x - half > seen.left && x + half < seen.right && y > seen.top && y < seen.bottom);
    const sighted = free.filter(inSight);
    const at = sighted.find(clear) ?? sighted[0] ?? free.find(clear) ?? free[0];
    if (at) written.push({ words, at, half });
  }
  return written;
}

/** The part of the window that words take. */
export function takenBy({ at, half }: BandWords, view: View, ornament: number): Taken {
  const middle = over(view, at);
  const [wide, high] = [half * view.zoom, (ornament * LINE * view.zoom) / 2];
  return { left: middle.x - wide, right: middle.x + wide, top: middle.y - high, bottom: middle.y + high };
}
