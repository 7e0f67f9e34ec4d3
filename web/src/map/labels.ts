import type { Piece } from '../net/wire';
import type { Place } from './ground';

/** What is written beside a piece, and where on the window. */
export interface Label {
  piece: Piece;
  x: number;
  y: number;
  /** Nothing where there is room for the marks only. */
  name: string;
  badges: string[];
  lost: number;
}

/** A piece that wants its name written: where its middle is on the window, how far its sign reaches, and what it is worth. */
export interface Wish {
  piece: Piece;
  at: Place;
  reach: { along: number; across: number; turned: number };
  worth: number;
}

/** A part of the window. */
export interface Taken {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How much one sees. */
export interface Window {
  width: number;
  height: number;
  /** What lies over the map: no name is written under it. */
  covered?: readonly Taken[];
}

/** LIMIT: marks beside a piece; all else is in its card. */
const BADGES = 2;
/** Pixels between a name and the edge. */
const EDGE = 4;

const meets = (a: Taken, b: Taken): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The marks of a piece: its badges, and stands or points lost, two at most. */
export function marksOf(piece: Piece): { badges: string[]; lost: number } {
  const lost = Math.max(0, piece.strength.full - piece.strength.left);
  return { badges: piece.badges.slice(0, lost > 0 ? BADGES - 1 : BADGES).map((badge) => badge.short), lost };
}

/** A name without rank and arm, which its sign shows. */
export function plainName(name: string): string {
  return name
    .replace(/^((Maj|Brig|Lieut|Lt)\. )?(Gen|Col|Capt|Maj)\. (?=\S)/u, '')
    .replace(/^([A-Z]\. )+(?=\S)/u, '')
    .replace(/ (Regiment|Infantry|Cavalry|Volunteers)$/u, '');
}

/** A name short enough to stand beside a bar. */
export function shortName(name: string): string {
  return plainName(name)
    .replace(/\bBattery\b/u, "Batt'y")
    .replace(/\bArtillery\b/u, "Art'y");
}

/** What is written beside a piece: its name, and a tick where it has fired or moved this turn. */
export const namedOn = (piece: Piece): string => `${shortName(piece.name)}${piece.done ? ' ✓' : ''}`;

/** A name beside a piece at the edge is moved in as far as it must be to be read; a piece out of sight needs none. */
function drawnIn(seat: Place, width: number, size: number, window: Window): Place {
  const within = (at: number, half: number, end: number): number =>
    end < 2 * half ? end / 2 : Math.min(Math.max(at, half), end - half);
  return { x: within(seat.x, width / 2 + EDGE, window.width), y: within(seat.y, size * 0.6 + EDGE, window.height) };
}

const cornersOf = ({ left, top, right, bottom }: Taken): Place[] => [
  { x: right, y: top },
  { x: left, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

/**
 * Finds room for names, the weightiest first. Whoever finds none is named when one points at him; his marks stay, at a corner of
 * his sign if there is no better place.
 */
export function placed(wishes: readonly Wish[], size: number, window: Window): Label[] {
  const taken: Taken[] = wishes.map(({ at, reach }) => {
    const turned = (reach.turned * Math.PI) / 180;
    const wide = Math.abs(Math.cos(turned)) * reach.along + Math.abs(Math.sin(turned)) * reach.across;
    const high = Math.abs(Math.sin(turned)) * reach.along + Math.abs(Math.cos(turned)) * reach.across;
    return { left: at.x - wide, right: at.x + wide, top: at.y - high, bottom: at.y + high };
  });
  const order = wishes.map((wish, index) => ({ wish, own: taken[index] })).sort((a, b) => b.wish.worth - a.wish.worth);
  const names: Taken[] = [...(window.covered ?? [])];
  const labels: Label[] = [];
  for (const { wish, own } of order) {
    if (!own) continue;
    const marks = marksOf(wish.piece);
    const many = marks.badges.length + (marks.lost > 0 ? 1 : 0);
    const seen = wish.at.x >= 0 && wish.at.y >= 0 && wish.at.x <= window.width && wish.at.y <= window.height;
    const frame = (seat: Place, width: number): Taken => ({
      left: seat.x - width / 2 - 2,
      right: seat.x + width / 2 + 2,
      top: seat.y - size * 0.6,
      bottom: seat.y + size * 0.6,
    });
    const seatsFor = (width: number): Place[] => {
      const places: Place[] = [
        { x: wish.at.x, y: own.bottom + size * 0.75 },
        { x: wish.at.x, y: own.top - size * 0.65 },
        { x: own.right + width / 2 + 6, y: wish.at.y },
        { x: own.left - width / 2 - 6, y: wish.at.y },
      ];
      return seen ? places.map((place) => drawnIn(place, width, size, window)) : places;
    };
    const isFree = (part: Taken): boolean =>
      !names.some((name) => meets(name, part)) && !taken.some((other) => meets(other, part));
    const put = (seat: Place, width: number, name: string): void => {
      names.push(frame(seat, width));
      labels.push({ piece: wish.piece, ...seat, ...marks, name });
    };
    const name = namedOn(wish.piece);
    const width = name.length * size * 0.57 + many * size * 1.6;
    const seats = seatsFor(width);
    const seat = seats.find((seat) => isFree(frame(seat, width))) ?? (wish.worth >= 1_000 ? seats[0] : undefined);
    if (seat) put(seat, width, name);
    if (seat || many === 0 || !seen) continue;
    const narrow = many * size * 1.4;
    // A sign that is smaller than its marks would be gone under them.
    const corners = own.right - own.left < narrow ? [] : cornersOf(own);
    const free = (seat: Place): boolean => !names.some((name) => meets(name, frame(seat, narrow)));
    const aside = seatsFor(narrow).find((seat) => isFree(frame(seat, narrow))) ?? corners.find(free) ?? corners[0];
    if (aside) put(aside, narrow, '');
  }
  return labels;
}

/** Where a label at the end of a way lies: clear of the end, away from where the way comes from, and whole on the window. */
export function besideEnd(
  way: readonly Place[],
  label: { width: number; height: number },
  clear: number,
  window: { width: number; height: number },
): Place {
  const end = way.at(-1) ?? { x: 0, y: 0 };
  const before = way.findLast(({ x, y }) => Math.hypot(x - end.x, y - end.y) > 1) ?? end;
  const room = (at: number, size: number, all: number): number => Math.max(6, Math.min(all - size - 6, at));
  const [above, below] = [end.y - clear - label.height, end.y + clear];
  const y = before.y > end.y ? (above >= 6 ? above : below) : below + label.height + 6 <= window.height ? below : above;
  return { x: room(end.x - label.width / 2, label.width, window.width), y: room(y, label.height, window.height) };
}
