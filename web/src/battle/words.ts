import { bearing, compass, degrees, distance, side } from '../map/bearing';
import { holds, nearestOf, type Feature } from '../map/features';
import { placeAt, type Ground, type Place } from '../map/ground';
import { capital, orderName, sentence } from '../lib/words';
import { backWords } from './back';
import type { Ending, FireZone, Page, Piece, Side } from '../net/wire';

/** Something near a unit, as it would be told to somebody who cannot see the map. */
export interface Near {
  what: string;
  yards: number;
  /** Where it lies for the unit, and by the compass. */
  where: string;
  enemy: boolean;
}

/** The side of a war as a page says it. */
export const army = (owner: Side | null | undefined): string =>
  owner === 'union' ? 'Union' : owner === 'confederate' ? 'Confederate' : '';

/** How a battle ended, and for whom. */
export function endingWords({ winner, words }: Ending): string {
  const side = winner === 'union' ? 'Union' : 'Confederacy';
  const isNamed = winner === null || new RegExp(`${army(winner)}|${side}`, 'i').test(words);
  return isNamed ? words : `the ${side} has won: ${words}`;
}

/** A piece in a few words. */
export function pieceWords(piece: Piece): string {
  const marks = piece.badges.map((badge) => badge.long);
  return [piece.name, army(piece.side), piece.strength.words, piece.formation, piece.morale, piece.done, ...marks]
    .filter(Boolean)
    .join(', ');
}

/** LIMIT: what is farther off than this is told only of the enemy. */
const FAR = 1_200;
/** LIMIT: how many of each sort are told. */
const MOST = 6;

/** LIMIT: ground that is farther off than this is not told. */
const NEAR_GROUND = 600;
/** Nearer than this one stands at a fence or on a road. */
const AT = 12;

/** A feature as people call it: a picture names its features with their kind. */
const featureName = (feature: Feature): string => capital((feature.name || feature.kind).replace(/-(?=[a-z])/g, ' '));

/** Whether a name on the map is that of a feature: the map may write it in capitals, and the feature add its kind. */
const isOf = (feature: Feature, name: string): boolean =>
  feature.name.replace(/ \([^)]*\)$/, '').toLowerCase() === name.toLowerCase();

/** A name as it is said: capitals on a map say how large something is. */
export function placeName(name: string): string {
  const small = (_: string, mac = '', first = '', rest = ''): string => mac + first + rest.toLowerCase();
  return /\p{Lu}{3}/u.test(name) ? name.replace(/(Mc)?(\p{Lu})([\p{Lu}'’]+)/gu, small) : name;
}

function yardsTo(feature: Feature, at: Place): number {
  const place = nearestOf(feature, at);
  return place ? distance(at, place) : Infinity;
}

/** The ground a unit stands on, and the fences and roads it stands at. */
export function groundUnder(ground: Ground, piece: Piece): string[] {
  const at = placeAt(ground, piece.at);
  const reach = AT + piece.depth / ground.yard / 2;
  const under = ground.features.filter((feature) => holds(feature, at)).map(featureName);
  const beside = ground.features
    .filter((feature) => !feature.isArea && yardsTo(feature, at) <= reach)
    .map((feature) => `at ${featureName(feature)}`);
  return [...new Set([...under, ...beside])];
}

/** The nearest of each sort of ground around a unit, that it does not stand on. */
export function groundNear(ground: Ground, piece: Piece): Near[] {
  const [at, facing] = [placeAt(ground, piece.at), degrees(piece.heading)];
  const nearest = new Map<string, Near>();
  for (const feature of ground.features) {
    const place = nearestOf(feature, at);
    const yards = place ? Math.round(distance(at, place)) : Infinity;
    if (!place || yards > NEAR_GROUND || yards < AT || holds(feature, at)) continue;
    const what = featureName(feature);
    if ((nearest.get(what)?.yards ?? Infinity) <= yards) continue;
    const way = bearing(at, place);
    nearest.set(what, { what, yards, where: `${side(facing, way)}, ${compass(way)}`, enemy: false });
  }
  return [...nearest.values()].sort((a, b) => a.yards - b.yards).slice(0, MOST);
}

/** What a unit fires, how far, and why it does not. */
export function weaponWords(zone: FireZone | undefined): string {
  if (!zone || (zone.weapon === '' && !zone.silent)) return '';
  const reach = zone.bands.map((band) => band.words.replace(/-(?=\d)/g, '−')).join('; ');
  return [sentence([zone.weapon, reach].filter(Boolean).join(', ')), zone.silent ? sentence(zone.silent) : '']
    .filter((text) => text !== '')
    .join(' ');
}

/** What lies around a unit: the enemy first, then friends, then named places. */
export function around(
  ground: Ground,
  piece: Piece,
  pieces: readonly Piece[],
  seen: readonly number[] | undefined = undefined,
): Near[] {
  const [at, facing] = [placeAt(ground, piece.at), degrees(piece.heading)];
  const near = (what: string, place: Place, enemy: boolean): Near => {
    const way = bearing(at, place);
    return { what, yards: Math.round(distance(at, place)), where: `${side(facing, way)}, ${compass(way)}`, enemy };
  };
  const others = pieces.filter((other) => other.id !== piece.id);
  const told = (own: boolean): Near[] =>
    others
      .filter((other) => (other.side === piece.side) === own)
      .map((other) => {
        const hidden = !own && seen !== undefined && !seen.includes(other.id) ? ', out of its sight' : '';
        return near(`${pieceWords(other)}${hidden}`, placeAt(ground, other.at), !own);
      })
      .sort((a, b) => a.yards - b.yards)
      .slice(0, MOST);
  // What has a course or an outline is told with the ground as long as it is near; else here, from its nearest edge too.
  const places = ground.landmarks
    .flatMap((mark): Near[] => {
      const own = ground.features.filter((feature) => isOf(feature, mark.name));
      if (own.length === 0) return [near(placeName(mark.name), mark, false)];
      const edges = own
        .flatMap((feature) => nearestOf(feature, at) ?? [])
        .map((edge) => near(placeName(mark.name), edge, false));
      const nearest = edges.sort((a, b) => a.yards - b.yards)[0];
      const isUnder = own.some((feature) => holds(feature, at));
      return nearest && !isUnder && nearest.yards > NEAR_GROUND ? [nearest] : [];
    })
    .filter((mark, index, all) => all.findIndex(({ what }) => what === mark.what) === index)
    .filter((mark) => mark.yards < FAR)
    .sort((a, b) => a.yards - b.yards)
    .slice(0, MOST);
  return [...told(false), ...told(true), ...places];
}

/** One line of a journal, in plain words. What was taken back is named where the whole journal is at hand. */
export function pageWords(page: Page, journal: readonly Page[] = []): string[] {
  const back = 'to' in page && typeof page.to === 'number' ? backWords(journal, page.to, page.number) : '';
  switch (page.note) {
    case 'turn':
      return (page.words.length > 0 ? page.words : [page.order ?? 'an order that is not yours to know']).map(sentence);
    case 'said':
      return [page.text];
    case 'undo-asked':
      return [sentence(back ? `asks to take back ${back}` : `asks to go back to ${orderName(page.to)}`)];
    case 'undo-denied':
      return ['Does not agree to go back.'];
    case 'undone':
      return [sentence(back ? `taken back: ${back}` : `the game went back to ${orderName(page.to)}`)];
    case 'closed':
      return ['The game is closed; the secret of the dice is shown.'];
  }
}

/** The order of a page where what came of it does not say the same. */
export function orderWords(page: Page): string {
  if (page.note !== 'turn' || !page.order || page.words.length === 0) return '';
  const order = sentence(page.order);
  return page.words.map(sentence).includes(order) ? '' : order;
}

/** LIMIT: lines that are still there to be heard; what is older stands in the journal. */
const HEARD = 8;

/** What a journal says since a page of it was read, a line for each page. */
export function heardOf(
  pages: readonly Page[],
  read: number,
  called: (seat: number) => string,
): { number: number; words: string }[] {
  return pages
    .filter(({ number }) => number > read)
    .slice(-HEARD)
    .map((page) => {
      const words = pageWords(page, pages).join(' ');
      return { number: page.number, words: page.note === 'turn' ? words : `${called(page.seat)}: ${words}` };
    });
}
