import { capital } from '../lib/words';
import type { MakeTable, Pace, Role, Seat } from '../net/wire';

/** Who commands a side. */
export type Commander = 'me' | 'friend' | { general: string };

/** A table before it is made. */
export interface Choice {
  rulebook: string;
  battle: string;
  title: string;
  /** What whoever makes the table is called there. */
  name: string;
  /** What the friend is called; nothing to call him by his side. */
  friend: string;
  mine: 'union' | 'confederate' | 'both';
  /** Who commands the other side; nobody else where one commands both. */
  other: 'friend' | { general: string };
  typedDice: boolean;
  pace: Pace;
  watched: boolean;
  switches: Readonly<Record<string, string>>;
}

/** What somebody is called who has not said his name. */
export const NOBODY_YET = 'Player';
/** LIMIT: letters of a name; a server takes no more. */
export const NAME_MOST = 40;

function person(name: string, role: Role): Seat {
  return { name, role, player: 'person' };
}

/** A name that begins with a capital, and is not the one that is taken: two seats are never called the same. */
function otherThan(taken: string, name: string): string {
  const own = capital(name);
  return own.toLowerCase() === taken.toLowerCase() ? `${own} (the other one)` : own;
}

/** The seats of a table. */
export function seatsOf(choice: Choice): Seat[] {
  if (choice.mine === 'both') return [person('Both sides', 'both')];
  const theirs: Role = choice.mine === 'union' ? 'confederate' : 'union';
  const own = choice.name.trim() || NOBODY_YET;
  const other: Seat =
    choice.other === 'friend'
      ? person(otherThan(own, choice.friend.trim() || theirs), theirs)
      : {
          name: otherThan(own, choice.other.general),
          role: theirs,
          player: choice.other,
        };
  return [person(own, choice.mine), other];
}

/** What a server is asked to make. */
export function tableOf(choice: Choice): MakeTable {
  return {
    rulebook: choice.rulebook,
    battle: choice.battle,
    house: { switches: { ...choice.switches }, charts: {} },
    setup: {
      settings: { title: choice.title, typed_dice: choice.typedDice, pace: choice.pace },
      seats: seatsOf(choice),
    },
    watched: choice.watched,
  };
}
