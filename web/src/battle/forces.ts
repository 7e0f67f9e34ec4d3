import { title } from '../lib/words';
import type { FormationLine, Piece, Side } from '../net/wire';

/** A formation with what belongs to it. */
export interface Force {
  id: string;
  name: string;
  side: Side;
  forces: Force[];
  pieces: Piece[];
  /** Those that are no longer on the map; they count in what there was. */
  gone: Piece[];
  /** Units whose strength is not known. */
  hidden: number;
  left: number;
  full: number;
  men: number;
}

/** A formation by its name; where nobody knows it, by its id. */
export type Names = ReadonlyMap<string, string>;

function force(id: string, name: string, side: Side): Force {
  return { id, name, side, forces: [], pieces: [], gone: [], hidden: 0, left: 0, full: 0, men: 0 };
}

/** Whether a piece is a unit of which one does not know how strong it is. */
export function isHidden({ kind, strength }: Piece): boolean {
  return strength.full === 0 && !['leader', 'headquarters', 'wagon'].includes(kind);
}

/** How strong something is and was, as far as one knows. */
export function strengthOf({ left, full, hidden }: Pick<Force, 'left' | 'full' | 'hidden'>): string {
  if (full === 0) return hidden > 0 ? '?' : '';
  return `${left}/${full}${hidden > 0 ? ' + ?' : ''}`;
}

/**
 * Pieces that one has seen and that are no longer there. Of units whose strength is hidden one does not know that: they may
 * only be out of sight.
 */
export function goneFrom(seen: readonly Piece[], now: readonly Piece[], knows: (side: Side) => boolean): Piece[] {
  const here = new Set(now.map(({ id }) => id));
  return seen.filter((piece) => (knows(piece.side) || !isHidden(piece)) && !here.has(piece.id));
}

/** The order of battle as a tree, one root a side. Whoever belongs to nobody stands below his side. */
export function treeOf(pieces: readonly Piece[], names: Names, gone: readonly Piece[] = []): Force[] {
  const sides = new Map<Side, Force>();
  const lost = new Set(gone);
  for (const piece of [...pieces, ...gone]) {
    const root =
      sides.get(piece.side) ?? force(piece.side, piece.side === 'union' ? 'Union' : 'Confederate', piece.side);
    sides.set(piece.side, root);
    let at = root;
    add(at, piece, lost.has(piece));
    for (const id of [...piece.under].reverse()) {
      let next = at.forces.find((known) => known.id === id);
      if (!next) {
        next = force(id, names.get(id) ?? title(id), piece.side);
        at.forces.push(next);
      }
      at = next;
      add(at, piece, lost.has(piece));
    }
    (lost.has(piece) ? at.gone : at.pieces).push(piece);
  }
  return (['union', 'confederate'] as const).flatMap((side) => sides.get(side) ?? []);
}

/** Whether a piece leads others: what it is worth is told in words, and it is no strength of theirs. */
export const leads = ({ kind }: Pick<Piece, 'kind'>): boolean => kind === 'leader' || kind === 'headquarters';

function add(to: Force, piece: Piece, isGone: boolean): void {
  if (leads(piece)) return;
  to.full += piece.strength.full;
  if (isGone) return;
  to.left += piece.strength.left;
  to.men += piece.strength.men;
  if (isHidden(piece)) to.hidden += 1;
}

/** The ids of all pieces of a formation. */
export function membersOf(of: Force): number[] {
  return [...of.pieces.map((piece) => piece.id), ...of.forces.flatMap(membersOf)];
}

/** The names of the formations of a battle. */
export function namesIn(formations: readonly FormationLine[]): Names {
  return new Map(formations.map(({ id, name }) => [id, name]));
}
