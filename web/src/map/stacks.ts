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

/** Everything that lies where a piece lies. */
export function stackOf(pieces: readonly Piece[], piece: Piece): Piece[] {
  return pieces.filter((other) => other.at.x === piece.at.x && other.at.y === piece.at.y);
}
