import { bearing, compass, degrees, distance, side } from '../map/bearing';
import { placeAt, type Area, type Ground, type Place } from '../map/ground';
import { sentence } from '../lib/words';
import type { Page, Piece, Side } from '../net/wire';

/** Something near a unit, as it would be told to somebody who cannot see the map. */
export interface Near {
  what: string;
  yards: number;
  /** Where it lies for the unit, and by the compass. */
  where: string;
  enemy: boolean;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The side of a war as a page says it. */
export const army = (owner: Side | null | undefined): string =>
  owner === 'union' ? 'Union' : owner === 'confederate' ? 'Confederate' : '';

/** Kinds of ground as people call them. */
const kindName = (kind: string): string => capital(kind.replace(/-/g, ' '));

/** A piece in a few words. */
export function pieceWords(piece: Piece): string {
  const marks = piece.badges.map((badge) => badge.long);
  return [piece.name, army(piece.side), piece.strength.words, piece.formation, piece.morale, ...marks]
    .filter(Boolean)
    .join(', ');
}

/** LIMIT: what is farther off than this is told only of the enemy. */
const FAR = 1_200;
/** LIMIT: how many of each sort are told. */
const MOST = 6;

/** Whether a place lies in an area; a test without a canvas is told that it does not. */
export function isInside(area: Area, place: Place): boolean {
  const canvas = typeof document === 'undefined' ? undefined : document.createElement('canvas').getContext('2d');
  return canvas?.isPointInPath(new Path2D(area.outline), place.x, place.y) ?? false;
}

/** The kinds of ground a unit stands on. */
export function groundUnder(ground: Ground, piece: Piece): string[] {
  const at = placeAt(ground, piece.at);
  const names = ground.areas.filter((area) => isInside(area, at)).map((area) => area.name || kindName(area.kind));
  return [...new Set(names)];
}

/** What lies around a unit: the enemy first, then friends, then named places and the nearest woods and fields. */
export function around(ground: Ground, piece: Piece, pieces: readonly Piece[]): Near[] {
  const [at, facing] = [placeAt(ground, piece.at), degrees(piece.heading)];
  const near = (what: string, place: Place, enemy: boolean): Near => {
    const way = bearing(at, place);
    return { what, yards: Math.round(distance(at, place)), where: `${side(facing, way)}, ${compass(way)}`, enemy };
  };
  const others = pieces.filter((other) => other.id !== piece.id);
  const told = (own: boolean): Near[] =>
    others
      .filter((other) => (other.side === piece.side) === own)
      .map((other) => near(pieceWords(other), placeAt(ground, other.at), !own))
      .sort((a, b) => a.yards - b.yards)
      .slice(0, MOST);
  const places = ground.landmarks
    .map((mark) => near(mark.name, mark, false))
    .filter((mark) => mark.yards < FAR)
    .sort((a, b) => a.yards - b.yards)
    .slice(0, MOST);
  return [...told(false), ...told(true), ...places];
}

/** One line of a journal, in plain words. */
export function pageWords(page: Page): string[] {
  switch (page.note) {
    case 'turn':
      return (page.words.length > 0 ? page.words : [page.order ?? 'an order that is not yours to know']).map(sentence);
    case 'said':
      return [page.text];
    case 'undo-asked':
      return [`Asks to go back to turn ${page.to}.`];
    case 'undo-denied':
      return ['Does not agree to go back.'];
    case 'undone':
      return [`The game went back to order ${page.to}.`];
    case 'closed':
      return ['The game is closed; the secret of the dice is shown.'];
  }
}
