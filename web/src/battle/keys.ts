import { along, degrees, distance } from '../map/bearing';
import { placeAt, spotAt, type Ground, type Place } from '../map/ground';
import type { Piece } from '../net/wire';
import type { Hand } from '../state/hand.svelte';

/** How far an arrow moves the goal of a march, in yards. */
const STEP = 20;
const STRIDE = 100;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Which way an arrow points, if a key is one. */
export const arrow = (key: string): readonly [number, number] | undefined => ARROWS[key];

/** Begins a march by keys: the goal lies a little before the front. */
export function beginMarch(hand: Hand, ground: Ground): void {
  const { piece } = hand;
  if (!piece) return;
  const ahead = along(placeAt(ground, piece.at), degrees(piece.heading), STRIDE);
  hand.think(piece.id, { want: 'march', to: spotAt(ground, ahead) });
}

/** Moves the goal of the march that is thought of. */
export function moveGoal(hand: Hand, ground: Ground, way: readonly [number, number], far: boolean): boolean {
  const { plan } = hand;
  if (plan?.intent.want !== 'march') return false;
  const from: Place = placeAt(ground, plan.intent.to);
  const step = far ? STRIDE : STEP;
  const to = { x: from.x + way[0] * step, y: from.y + way[1] * step };
  hand.think(plan.piece, { ...plan.intent, to: spotAt(ground, to) });
  return true;
}

/** The enemies of a unit, the nearest first; before them those that are preferred. */
export function targets(
  piece: Piece,
  pieces: readonly Piece[],
  ground: Ground,
  preferred: readonly number[] = [],
): Piece[] {
  const at = placeAt(ground, piece.at);
  const behind = ({ id }: Piece): number => (preferred.includes(id) ? 0 : 1);
  return pieces
    .filter((other) => other.side !== piece.side && other.kind !== 'leader' && other.kind !== 'headquarters')
    .sort((a, b) => behind(a) - behind(b) || distance(at, placeAt(ground, a.at)) - distance(at, placeAt(ground, b.at)));
}
