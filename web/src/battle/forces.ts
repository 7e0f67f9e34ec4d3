import { title } from '../lib/words';
import type { FormationLine, Piece, Side } from '../net/wire';

/** A formation with what belongs to it. */
export interface Force {
  id: string;
  name: string;
  side: Side;
  forces: Force[];
  pieces: Piece[];
  left: number;
  full: number;
  men: number;
}

/** A formation by its name; where nobody knows it, by its id. */
export type Names = ReadonlyMap<string, string>;

function force(id: string, name: string, side: Side): Force {
  return { id, name, side, forces: [], pieces: [], left: 0, full: 0, men: 0 };
}

/** The order of battle as a tree, one root a side. Whoever belongs to nobody stands below his side. */
export function treeOf(pieces: readonly Piece[], names: Names): Force[] {
  const sides = new Map<Side, Force>();
  for (const piece of pieces) {
    const root =
      sides.get(piece.side) ?? force(piece.side, piece.side === 'union' ? 'Union' : 'Confederate', piece.side);
    sides.set(piece.side, root);
    let at = root;
    add(at, piece);
    for (const id of [...piece.under].reverse()) {
      let next = at.forces.find((known) => known.id === id);
      if (!next) {
        next = force(id, names.get(id) ?? title(id), piece.side);
        at.forces.push(next);
      }
      at = next;
      add(at, piece);
    }
    at.pieces.push(piece);
  }
  return (['union', 'confederate'] as const).flatMap((side) => sides.get(side) ?? []);
}

function add(to: Force, piece: Piece): void {
  to.left += piece.strength.left;
  to.full += piece.strength.full;
  to.men += piece.strength.men;
}

/** The ids of all pieces of a formation. */
export function membersOf(of: Force): number[] {
  return [...of.pieces.map((piece) => piece.id), ...of.forces.flatMap(membersOf)];
}

/** The names of the formations of a battle. */
export function namesIn(formations: readonly FormationLine[]): Names {
  return new Map(formations.map(({ id, name }) => [id, name]));
}
