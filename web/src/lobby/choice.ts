import type { MakeTable, Pace, Role, Seat } from '../net/wire';

/** Who commands a side. */
export type Commander = 'me' | 'friend' | { general: string };

/** A table before it is made. */
export interface Choice {
  rulebook: string;
  battle: string;
  title: string;
  mine: 'union' | 'confederate' | 'both';
  /** Who commands the other side; nobody else where one commands both. */
  other: 'friend' | { general: string };
  typedDice: boolean;
  pace: Pace;
  watched: boolean;
  switches: Readonly<Record<string, string>>;
}

const ME = 'You';

function person(name: string, role: Role): Seat {
  return { name, role, player: 'person' };
}

/** The seats of a table. */
export function seatsOf(choice: Choice): Seat[] {
  if (choice.mine === 'both') return [person('Both sides', 'both')];
  const theirs: Role = choice.mine === 'union' ? 'confederate' : 'union';
  const other: Seat =
    choice.other === 'friend'
      ? person('Friend', theirs)
      : {
          name: choice.other.general.charAt(0).toUpperCase() + choice.other.general.slice(1),
          role: theirs,
          player: choice.other,
        };
  return [person(ME, choice.mine), other];
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
