import type { Piece } from '../net/wire';

/** Where a piece lies in its stack: the top one is nought. */
export interface Stacked {
  piece: Piece;
  place: number;
  of: number;
}

/** Pieces that share a hex, or stand on the very same spot, lie over each other; the others lie alone. */
export function stacked(pieces: readonly Piece[]): Stacked[] {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const where = `${piece.place ?? ''} ${piece.at.x} ${piece.at.y}`;
    stacks.set(where, [...(stacks.get(where) ?? []), piece]);
  }
  return [...stacks.values()].flatMap((stack) => stack.map((piece, place) => ({ piece, place, of: stack.length })));
}

/** LIMIT: yards within which pieces on a plane lie in one stack. */
const CLOSE = 5;

/** Everything that lies where a piece lies: in its hex, or within a few yards where there are none. */
export function stackOf(pieces: readonly Piece[], piece: Piece, yard: number): Piece[] {
  const isHere = (other: Piece): boolean =>
    piece.place !== null && other.place !== null
      ? piece.place === other.place
      : Math.hypot(other.at.x - piece.at.x, other.at.y - piece.at.y) <= CLOSE * yard;
  return pieces.filter(isHere);
}

/** Whom a touch means: the piece on top, and at every touch after that the next one of its stack. */
export function touched(
  stack: readonly Piece[],
  top: Piece,
  selected: number | undefined,
  last: number | undefined,
): Piece {
  const at = stack.findIndex(({ id }) => id === selected);
  if (at === -1 || (top.id !== selected && top.id !== last)) return top;
  return stack[(at + 1) % stack.length] ?? top;
}
