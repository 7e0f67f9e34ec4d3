import { isRecord } from '../lib/situation';
import { keep, kept } from '../lib/store';
import { capital } from '../lib/words';
import type { Made, Page, Role, SeatId, SeatLine } from '../net/wire';

/** A link to a seat that this browser gave away. */
export interface Link {
  seat: number;
  link: string;
}

/** LIMIT: tables whose links are remembered in this browser. */
const REMEMBERED = 12;

const ROLES: Readonly<Record<Role, string>> = {
  union: 'Union',
  confederate: 'Confederate',
  both: 'both sides',
  referee: 'referee',
  spectator: 'looking on',
};

/** Who sits somewhere and what he commands; whoever is called by his side is not called so twice. */
export function seatName(seat: { name: string; role: Role }): string {
  return seatParts(seat).join('');
}

/** The same in two parts: the name as somebody typed it, and what is said after it. */
export function seatParts({ name, role }: { name: string; role: Role }): [string, string] {
  return name.toLowerCase() === ROLES[role].toLowerCase() ? [capital(name), ''] : [name, `, ${ROLES[role]}`];
}

/** What somebody at the table is called; to himself he is said to be himself. */
export function calledBy(seats: readonly SeatLine[], seat: SeatId, own: SeatId | undefined): string {
  const name = nameOf(seats, seat);
  return seat === own && name !== '' ? `${name}${YOU}` : name;
}

/** What is said after the name of whoever reads. */
export const YOU = ' (you)';

/** The name of a seat as somebody typed it; nothing where nobody knows it. */
export const nameOf = (seats: readonly SeatLine[], seat: SeatId): string =>
  seats.find((line) => line.seat === seat)?.name ?? '';

/** The seat of whoever has none. */
export const LOOKS_ON = 255;

/** The way to a table for whoever may look on. */
export const openLink = (table: string): string => `/#/battle/${table}`;

/** What names a seat in an address: whoever has several at one table comes back to the one he sat at. */
export const seatQuery = (seat: number | undefined): string =>
  seat === undefined || seat === LOOKS_ON ? '' : `?seat=${seat}`;

/** The way to a seat. */
export const battleAddress = (table: string, seat: number | undefined): string => `#/battle/${table}${seatQuery(seat)}`;

/** The way to a replay as a seat may see it. */
export const replayAddress = (table: string, seat: number | undefined): string => `#/replay/${table}${seatQuery(seat)}`;

/** Keeps the links of a table that was made here: its maker may want to send them again. */
export function keepLinks(made: Made, title: string, watched: boolean): void {
  const known = kept('links');
  const list = Array.isArray(known) ? known : [];
  const links = made.links.map(({ seat, name, link }) => ({ seat, name, link }));
  if (watched) links.push({ seat: LOOKS_ON, name: '', link: openLink(made.table) });
  keep('links', [{ table: made.table, title, links }, ...list].slice(0, REMEMBERED));
}

/** The links of a table that this browser knows. */
export function keptLinks(table: string): Link[] {
  const known = kept('links');
  const found = Array.isArray(known) ? known.find((one) => isRecord(one) && one['table'] === table) : undefined;
  const links = isRecord(found) ? found['links'] : undefined;
  return (Array.isArray(links) ? links : []).flatMap((line, place): Link[] => {
    if (!isRecord(line) || typeof line['link'] !== 'string') return [];
    // Older ones have no seat: they stand in the order of the seats.
    return [{ seat: typeof line['seat'] === 'number' ? line['seat'] : place, link: line['link'] }];
  });
}

/** Seats of other people from which nothing has been heard yet. */
export function silentSeats(seats: readonly SeatLine[], pages: readonly Page[], own: SeatId): SeatLine[] {
  const heard = new Set(pages.map(({ seat }) => seat));
  return seats.filter(({ seat, player }) => player === 'person' && seat !== own && !heard.has(seat));
}
