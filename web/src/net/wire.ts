// Made from the Rust types that the server reads and writes. Do not edit it: `make web-types` writes it anew.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * What somebody at a seat wants of the table.
 */
export type Ask = {
  ask: 'order';
  /**
   * As the command schema of the rulebook describes it.
   */
  command: Json;
  /**
   * The last turn that counted when it was thought of: if the game has gone on since, it is refused.
   */
  after?: number | null;
} | {
  ask: 'answer';
  /**
   * One of its choices.
   */
  choice: string;
} | {
  ask: 'throw';
  /**
   * All of them.
   */
  faces: Array<number>;
} | {
  ask: 'roll';
} | {
  ask: 'withdraw';
} | {
  ask: 'undo';
  /**
   * The last turn that should still count.
   */
  to: number;
} | {
  ask: 'consent';
  /**
   * Whether.
   */
  yes: boolean;
} | {
  ask: 'standing';
  /**
   * The answers, by the names of the questions.
   */
  orders: {
    [name: string]: string;
  };
} | {
  ask: 'say';
  /**
   * What.
   */
  text: string;
  /**
   * For whom.
   */
  to?: Audience;
} | {
  ask: 'correct';
  /**
   * What is different from now on.
   */
  changes: Array<Change>;
  /**
   * Why.
   */
  why: string;
} | {
  ask: 'close';
} | {
  ask: 'offers';
  /**
   * Only to this piece.
   */
  piece?: PieceId | null;
} | {
  ask: 'preview';
  /**
   * The order.
   */
  command: Json;
  /**
   * Answers to the questions on its way.
   */
  answers?: {
    [name: string]: string;
  };
} | {
  ask: 'propose';
  /**
   * The piece.
   */
  piece: PieceId;
  /**
   * What is wanted of it.
   */
  intent: Intent;
} | {
  ask: 'zone';
  /**
   * The piece.
   */
  piece: PieceId;
} | {
  ask: 'story';
  /**
   * Which.
   */
  turn: number;
} | {
  ask: 'scene';
  /**
   * Which; nought is the start.
   */
  turn: number;
} | {
  ask: 'view';
};

/**
 * For whose eyes something is.
 */
export type Audience = 'all' | 'friends';

/**
 * A mark beside a piece. Pictures show two at most.
 */
export type Badge = {
  /**
   * One to three letters or figures.
   */
  short: string;
  /**
   * What it means.
   */
  long: string;
};

/**
 * A range at which the fire of a weapon changes.
 */
export type Band = {
  /**
   * How far it goes, in yards.
   */
  yards: number;
  /**
   * How far it goes and what it is good for, in the rulebook's words.
   */
  words: string;
  /**
   * Its far edge: lines from left to right.
   */
  edge: Array<Array<Spot>>;
};

/**
 * A battle, before anybody opens it.
 */
export type BattleLine = {
  /**
   * The name of its folder.
   */
  folder: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * Where it was fought.
   */
  place: string;
  /**
   * When.
   */
  date: string;
  /**
   * One or two sentences.
   */
  about: string;
  /**
   * When it begins and ends.
   */
  hours: [string, string];
  /**
   * The rulebooks it suits; empty if it suits all.
   */
  suits: Array<string>;
  /**
   * The sides.
   */
  sides: Array<SideLine>;
  /**
   * The edges of its ground.
   */
  ground: GroundLine;
};

/**
 * A battle with everything there is to read about it.
 */
export type BattlePage = {
  /**
   * The name of its folder.
   */
  folder: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * Where it was fought.
   */
  place: string;
  /**
   * When.
   */
  date: string;
  /**
   * One or two sentences.
   */
  about: string;
  /**
   * When it begins and ends.
   */
  hours: [string, string];
  /**
   * The rulebooks it suits; empty if it suits all.
   */
  suits: Array<string>;
  /**
   * The sides.
   */
  sides: Array<SideLine>;
  /**
   * The edges of its ground.
   */
  ground: GroundLine;
  /**
   * What happened, losses and sources, as Markdown.
   */
  history: string | null;
  /**
   * What a study found about its balance.
   */
  balance: Json;
  /**
   * How the winner is told.
   */
  victory: string | null;
  /**
   * The rulebooks it can be played by on a map.
   */
  played_by: Array<string>;
};

/**
 * A table that is to go on from another one.
 */
export type BranchOff = {
  /**
   * The last turn that has happened there; nought for the start.
   */
  turn: number;
  /**
   * Title, pace, dice and seats.
   */
  setup: Setup;
  /**
   * Whether anybody who knows the table's name may look on.
   */
  watched?: boolean;
};

/**
 * A battle folder that is brought along.
 */
export type BroughtFolder = {
  /**
   * Its name.
   */
  name: string;
  /**
   * Its files, by name.
   */
  files: {
    [name: string]: string;
  };
};

/**
 * One field of the battle is something else from now on.
 */
export type Change = {
  /**
   * Which field, as a JSON pointer into the battle: `/units/3/condition/lost`.
   */
  at: string;
  /**
   * What it is from now on.
   */
  be: Json;
};

/**
 * What is different at the table: whatever is not named is as it was.
 */
export type Changed = {
  /**
   * The number of the last turn that counts.
   */
  turn: number;
  /**
   * Turns that count.
   */
  turns: number;
  /**
   * Who sits where.
   */
  seats?: Array<SeatLine> | null;
  /**
   * The map.
   */
  scene?: SceneChange | null;
  /**
   * What the table waits for.
   */
  decision?: Decision | null;
  /**
   * A request to go back, or that there is none any more.
   */
  undo?: UndoLine | null;
  /**
   * The time each side has used.
   */
  clock?: Clock | null;
  /**
   * The side's own standing orders.
   */
  standing?: Array<[string, string]> | null;
  /**
   * Whether the game was closed.
   */
  closed?: boolean | null;
  /**
   * A mark of the game so far; once it is closed, its chain.
   */
  chain?: string | null;
  /**
   * New pages of the journal.
   */
  pages?: Array<Page>;
};

/**
 * The time each side has used.
 */
export type Clock = {
  /**
   * Milliseconds used, in the order of the sides.
   */
  used: [number, number];
  /**
   * Whose clock runs.
   */
  runs: Side | null;
  /**
   * Since when.
   */
  since: number;
};

/**
 * A column of a chart in which dice are read.
 */
export type ColumnLine = {
  /**
   * The chart's id.
   */
  chart: string;
  /**
   * Its heading.
   */
  heading: string;
};

/**
 * A name and its password.
 */
export type Credentials = {
  /**
   * The name.
   */
  name: string;
  /**
   * The password.
   */
  password: string;
};

/**
 * What the table waits for.
 */
export type Decision = {
  decision: 'your-order';
} | {
  decision: 'yours';
  /**
   * Which.
   */
  waiting: WaitingLine;
} | {
  decision: 'theirs';
  /**
   * Whose side.
   */
  side: Side | null;
  /**
   * For what, as far as this seat may know.
   */
  what: string;
} | {
  decision: 'over';
};

/**
 * It is done.
 */
export type Done = {
  /**
   * Always true.
   */
  done: boolean;
};

/**
 * How a battle ended.
 */
export type Ending = {
  /**
   * Who won; nobody in a draw.
   */
  winner: Side | null;
  /**
   * How, in words that stand for many battles: `decisive victory`.
   */
  kind: string;
  /**
   * How, as a player would say it of this one: "decisive victory, 13 points to 4".
   */
  words: string;
  /**
   * The rule that says so.
   */
  rule: Rule | null;
};

/**
 * A game as one file.
 */
export type Exported = {
  /**
   * What this is.
   */
  format: string;
  /**
   * The rulebook.
   */
  rulebook: string;
  /**
   * What the table changes in it.
   */
  house?: House;
  /**
   * The name of the battle folder.
   */
  folder: string;
  /**
   * Its files.
   */
  files: {
    [name: string]: string;
  };
  /**
   * What was settled before anybody moved.
   */
  setup: Setup;
  /**
   * The secret of the dice.
   */
  secret: string;
  /**
   * Everything that was asked and did something.
   */
  kept: Array<Kept>;
  /**
   * The game as a save.
   */
  save: string;
  /**
   * The chain at its end.
   */
  chain: string;
};

/**
 * Data that do not hold: a chart file, a switch, a save. Names the place and says what to do next.
 */
export type Fault = {
  /**
   * The file or chart, as the user knows it.
   */
  file: string;
  /**
   * Its line, counted from one; zero where a line has no meaning.
   */
  line: number;
  /**
   * The column, counted from one: a field of a chart, a character of a text; zero where it has no meaning.
   */
  column: number;
  /**
   * What is wrong: lower case, no full stop.
   */
  reason: string;
  /**
   * What to do next; may be empty.
   */
  hint: string;
};

/**
 * What a piece can fire at, and how far it sees.
 */
export type FireZone = {
  /**
   * What it fires, in the rulebook's words; nothing where it has no weapon.
   */
  weapon: string;
  /**
   * Why it would not fire as it stands, if it would not.
   */
  silent: string | null;
  /**
   * The ground in its arc and within its range: outlines, each by its corners.
   */
  arc: Array<Array<Spot>>;
  /**
   * What of that ground it does not see.
   */
  dead: Array<Array<Spot>>;
  /**
   * Where its fire changes, the nearest first.
   */
  bands: Array<Band>;
  /**
   * The enemies it can fire at: in arc, range and sight.
   */
  targets: Array<PieceId>;
  /**
   * The enemies it sees, in arc and range or not.
   */
  seen: Array<PieceId>;
};

/**
 * What a command may lead to when the questions on its way are answered so.
 */
export type Forecast = {
  /**
   * The answers it was reckoned with, as question and choice.
   */
  answers: Array<[string, string]>;
  /**
   * What may come of it, the likeliest first.
   */
  rows: Array<ForecastRow>;
  /**
   * Out of how many ways, as decimal text.
   */
  total: string;
  /**
   * The ways not followed to their end because a limit was hit, as decimal text; normally `0`.
   */
  unresolved: string;
};

/**
 * One thing that may come of a command.
 */
export type ForecastRow = {
  /**
   * What, in a few words.
   */
  gist: string;
  /**
   * In how many ways it comes about, as decimal text.
   */
  ways: string;
  /**
   * Its chance, rounded, for display.
   */
  chance: number;
};

/**
 * A formation of a battle, as people call it. Pieces on the map name theirs by its id.
 */
export type FormationLine = {
  /**
   * Its short name in the folder.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * The formation it stands under.
   */
  under: string | null;
};

/**
 * What goes out.
 */
export type Frame = {
  what: 'tell';
  /**
   * The number of the ask.
   */
  number: number;
  /**
   * The answer.
   */
  tell: Tell;
} | {
  what: 'news';
  /**
   * The number of the request; nothing where nobody asked.
   */
  number?: number | null;
  /**
   * As the seat may know it.
   */
  news: News;
} | ({
  what: 'changed';
}) & (Changed) | {
  what: 'pong';
  /**
   * The number of the ping.
   */
  number: number;
} | {
  what: 'problem';
  /**
   * The number of the request, where it could be read.
   */
  number?: number | null;
  /**
   * What kind of thing.
   */
  problem: Kind;
  /**
   * What exactly: lower case, no full stop.
   */
  why: string;
  /**
   * What to do about it.
   */
  do: string;
  /**
   * Every reason, where the rules or the table say no.
   */
  refusal?: Refusal | null;
  /**
   * Every mistake, where data are broken.
   */
  faults?: Array<Fault>;
} | {
  what: 'bye';
  /**
   * Why, and whether to come again.
   */
  why: string;
  /**
   * Whether it is worth coming again at once.
   */
  again: boolean;
};

/**
 * A word for the dice.
 */
export type GiveWord = {
  /**
   * The word.
   */
  word: string;
  /**
   * The seat, where somebody has several.
   */
  seat?: number | null;
};

/**
 * The edges of some ground, in its own units: 9,144 to the yard, x to the east and y to the north.
 */
export type GroundLine = {
  /**
   * The least x.
   */
  west: number;
  /**
   * The least y.
   */
  south: number;
  /**
   * The greatest x.
   */
  east: number;
  /**
   * The greatest y.
   */
  north: number;
};

/**
 * How the server is.
 */
export type Health = {
  /**
   * Always `up`: a server that is not does not answer so.
   */
  status: string;
  /**
   * Its version.
   */
  version: string;
  /**
   * Tables in the store.
   */
  tables: number;
  /**
   * Entries in the store.
   */
  entries: number;
};

/**
 * What a table changes in the printed rules.
 */
export type House = {
  /**
   * Optional rules, by the names of their switches.
   */
  switches?: {
    [name: string]: string;
  };
  /**
   * Charts with other cells, by the names of their files.
   */
  charts?: {
    [name: string]: string;
  };
};

/**
 * What somebody wants of a piece, before anything is ordered.
 */
export type Intent = {
  want: 'march';
  /**
   * Where to.
   */
  to: Spot;
  /**
   * The way to face, in 65,536ths of a turn clockwise from north.
   */
  heading?: number | null;
} | {
  want: 'face';
  /**
   * The way to face, in 65,536ths of a turn clockwise from north.
   */
  heading: number;
} | {
  want: 'fire';
  /**
   * The enemy.
   */
  target: PieceId;
} | {
  want: 'charge';
  /**
   * The enemy.
   */
  target: PieceId;
};

/**
 * What was asked and did something: with the setup, all there is to a table.
 */
export type Kept = {
  /**
   * By whom.
   */
  seat: SeatId;
  /**
   * When.
   */
  at: number;
  /**
   * What.
   */
  ask: Ask;
};

/**
 * What kind of thing went wrong.
 */
export type Kind = 'senseless' | 'refused' | 'not-yours' | 'missing' | 'too-large' | 'too-often' | 'foreign' | 'taken' | 'later' | 'broken';

/**
 * A cell of a card to light up.
 */
export type Lit = {
  /**
   * The chart's id.
   */
  chart: string;
  /**
   * The row, counted from nought.
   */
  row: number;
  /**
   * The column of the card; the first where only programs read the cell.
   */
  column: number;
};

/**
 * A table that was made.
 */
export type Made = {
  /**
   * Its name.
   */
  table: string;
  /**
   * What the dice are promised by: publish it, then let every seat give its word.
   */
  commitment: string;
  /**
   * A link for each seat that a person takes. Whoever has the link has the seat.
   */
  links: Array<SeatLink>;
};

/**
 * A study that is to be made.
 */
export type MakeStudy = {
  /**
   * The battle, by the name of its folder.
   */
  battle: string;
  /**
   * The rulebook.
   */
  rulebook: string;
  /**
   * What is changed in the rules.
   */
  house?: House;
  /**
   * How many battles.
   */
  battles: number;
  /**
   * The seed of the first.
   */
  seed?: number;
  /**
   * Who leads union and confederates in the first half; in the second half they change sides.
   */
  generals?: [string, string];
};

/**
 * A table that is to be made.
 */
export type MakeTable = {
  /**
   * The rulebook.
   */
  rulebook: string;
  /**
   * A battle that is at hand, by the name of its folder.
   */
  battle?: string | null;
  /**
   * Or one that is brought along.
   */
  folder?: BroughtFolder | null;
  /**
   * What the table changes in the rules.
   */
  house?: House;
  /**
   * Title, pace, dice and seats.
   */
  setup: Setup;
  /**
   * Whether anybody who knows the table's name may look on.
   */
  watched?: boolean;
};

/**
 * Something on the map that is no piece: an objective, works that were dug, a place where men ran.
 */
export type Mark = {
  /**
   * What it is, in a word: `objective`, `works`.
   */
  kind: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * Where.
   */
  at: Spot;
  /**
   * Whose it is now.
   */
  side: Side | null;
};

/**
 * Whoever is asking.
 */
export type Me = {
  /**
   * The name of his account, if he is logged in.
   */
  name: string | null;
};

/**
 * A seat at a table.
 */
export type MySeat = {
  /**
   * The table.
   */
  table: string;
  /**
   * The seat.
   */
  seat: number;
  /**
   * What the game is called.
   */
  title: string;
  /**
   * Whose name stands on the seat.
   */
  name: string;
  /**
   * The rulebook.
   */
  rulebook: string;
  /**
   * Whether it is this seat's turn.
   */
  is_my_turn: boolean;
};

/**
 * How far a piece can be relied upon.
 */
export type Nerve = 'steady' | 'shaken' | 'broken';

/**
 * How the table stands for one seat, and what it has not read yet.
 */
export type News = {
  /**
   * The seat.
   */
  seat: SeatId;
  /**
   * What the table agrees upon.
   */
  settings: Settings;
  /**
   * Who sits where.
   */
  seats: Array<SeatLine>;
  /**
   * The number of the last turn that counts.
   */
  turn: number;
  /**
   * Turns that count, in their order: for going back and for replays.
   */
  turns: number;
  /**
   * The map.
   */
  scene: Scene;
  /**
   * What the table waits for.
   */
  decision: Decision;
  /**
   * A request to go back.
   */
  undo: UndoLine | null;
  /**
   * The time each side has used.
   */
  clock: Clock;
  /**
   * This seat's own standing orders.
   */
  standing: Array<[string, string]>;
  /**
   * Whether the game was closed.
   */
  closed: boolean;
  /**
   * A mark of the game so far: two copies with the same one are the same game. Once it is closed, its chain.
   */
  chain: string;
  /**
   * Pages of the journal from the number that was asked for.
   */
  pages: Array<Page>;
};

/**
 * Where a seat wants to be told that it is its turn.
 */
export type Notices = {
  /**
   * An address of mail; nothing for none.
   */
  mail?: string | null;
  /**
   * An address of the web that is sent JSON; nothing for none.
   */
  webhook?: string | null;
  /**
   * The seat, where somebody has several.
   */
  seat?: number | null;
};

/**
 * Where a seat is told that it is its turn.
 */
export type NoticesLine = {
  /**
   * The address of mail, if there is one.
   */
  mail: string | null;
  /**
   * The address of the web, if there is one.
   */
  webhook: string | null;
  /**
   * Whether this server sends mail at all.
   */
  sends_mail: boolean;
};

/**
 * A command that may be given, in words.
 */
export type Offer = {
  /**
   * The command, as the command schema describes it.
   */
  command: Json;
  /**
   * The same as a player would say it.
   */
  words: string;
  /**
   * The piece it is given to, if it is given to one.
   */
  piece: PieceId | null;
};

/**
 * How fast people mean to play.
 */
export type Pace = {
  pace: 'easy';
} | {
  pace: 'live';
  /**
   * Minutes a side.
   */
  minutes: number;
} | {
  pace: 'mail';
  /**
   * Hours until a reminder.
   */
  hours: number;
};

/**
 * One page of the journal.
 */
export type Page = ({
  /**
   * Its number, counted from nought.
   */
  number: number;
  /**
   * Who.
   */
  seat: SeatId;
  /**
   * When.
   */
  at: number;
}) & ({
  note: 'turn';
  /**
   * Its number in the game; its story can be asked for.
   */
  turn: number;
  /**
   * Who gave it.
   */
  side: Side | null;
  /**
   * The order in words; nothing where the reader may not know it.
   */
  order: string | null;
  /**
   * What happened, in words.
   */
  words: Array<string>;
} | {
  note: 'said';
  /**
   * What.
   */
  text: string;
  /**
   * For whom.
   */
  to: Audience;
} | {
  note: 'undo-asked';
  /**
   * The last turn that would still count.
   */
  to: number;
} | {
  note: 'undo-denied';
} | {
  note: 'undone';
  /**
   * The last turn that still counts.
   */
  to: number;
} | {
  note: 'closed';
});

/**
 * Something on the map that belongs to a side.
 */
export type Piece = {
  /**
   * Its number.
   */
  id: PieceId;
  /**
   * What it is.
   */
  kind: PieceKind;
  /**
   * Whose.
   */
  side: Side;
  /**
   * What people call it.
   */
  name: string;
  /**
   * The formations it belongs to, the smallest first, by the ids of the battle folder.
   */
  under: Array<string>;
  /**
   * Its middle.
   */
  at: Spot;
  /**
   * Where that is in the rulebook's words: the number of a hex, nothing on a plane.
   */
  place: string | null;
  /**
   * The way it faces, in 65,536ths of a turn clockwise from north.
   */
  heading: number;
  /**
   * Its frontage, in the units of the ground.
   */
  front: number;
  /**
   * Its depth, in the units of the ground.
   */
  depth: number;
  /**
   * How a picture shows it.
   */
  shape: Shape;
  /**
   * How it stands, in the rulebook's words.
   */
  formation: string;
  /**
   * What there is left of it.
   */
  strength: Strength;
  /**
   * How far it can be relied upon.
   */
  nerve: Nerve;
  /**
   * Its morale in the rulebook's words.
   */
  morale: string;
  /**
   * What else is worth a mark, the weightiest first.
   */
  badges: Array<Badge>;
  /**
   * Whether it may still be given an order in this phase.
   */
  may_act: boolean;
  /**
   * What it has done this turn, as one would say it: "has fired, has moved"; nothing where it has done nothing yet.
   */
  done: string;
};

/**
 * What is different about a piece: whatever is not named is as it was.
 */
export type PieceChange = {
  /**
   * Its number.
   */
  id: PieceId;
  /**
   * What it is.
   */
  kind?: PieceKind | null;
  /**
   * Whose.
   */
  side?: Side | null;
  /**
   * What people call it.
   */
  name?: string | null;
  /**
   * The formations it belongs to.
   */
  under?: Array<string> | null;
  /**
   * Its middle.
   */
  at?: Spot | null;
  /**
   * Where that is in the rulebook's words, or that it has none any more.
   */
  place?: string | null;
  /**
   * The way it faces.
   */
  heading?: number | null;
  /**
   * Its frontage.
   */
  front?: number | null;
  /**
   * Its depth.
   */
  depth?: number | null;
  /**
   * How a picture shows it.
   */
  shape?: Shape | null;
  /**
   * How it stands.
   */
  formation?: string | null;
  /**
   * What there is left of it.
   */
  strength?: Strength | null;
  /**
   * How far it can be relied upon.
   */
  nerve?: Nerve | null;
  /**
   * Its morale.
   */
  morale?: string | null;
  /**
   * What else is worth a mark.
   */
  badges?: Array<Badge> | null;
  /**
   * Whether it may still be given an order.
   */
  may_act?: boolean | null;
  /**
   * What it has done this turn.
   */
  done?: string | null;
};

/**
 * A piece on the map, by the number its rulebook gives it. Questions name their piece by the same number.
 */
export type PieceId = number;

/**
 * What a piece is.
 */
export type PieceKind = 'infantry' | 'cavalry' | 'artillery' | 'leader' | 'headquarters' | 'wagon' | 'ship';

/**
 * Who decides at a seat.
 */
export type Player = 'person' | {
  general: string;
};

/**
 * What went wrong, and what to do about it.
 */
export type Problem = {
  /**
   * What kind of thing.
   */
  problem: Kind;
  /**
   * What exactly: lower case, no full stop.
   */
  why: string;
  /**
   * What to do about it.
   */
  do: string;
  /**
   * Every reason, where the rules or the table say no.
   */
  refusal?: Refusal | null;
  /**
   * Every mistake, where data are broken.
   */
  faults?: Array<Fault>;
};

/**
 * The orders that would do what somebody wants, or as much of it as the rules allow.
 */
export type Proposal = {
  /**
   * The orders, one after another.
   */
  orders: Array<Json>;
  /**
   * The way the middle of the piece takes.
   */
  way: Array<Spot>;
  /**
   * The way it faces at the end, in 65,536ths of a turn clockwise from north.
   */
  heading: number;
  /**
   * What it costs, in the rulebook's words: "7.5 of 9 inches".
   */
  cost: string;
  /**
   * Why it stops short, if it does.
   */
  short: string | null;
};

/**
 * A question that players may be asked.
 */
export type QuestionLine = {
  /**
   * Its name.
   */
  question: string;
  /**
   * The question as a player reads it.
   */
  prompt: string;
  /**
   * What depends on the answer.
   */
  about: string;
  /**
   * The rule that gives the choice.
   */
  rule: string;
  /**
   * Everything that may be answered, in words; nothing where a number is.
   */
  answers: Array<string>;
};

/**
 * A player that is a program, as people choose him.
 */
export type Rank = {
  /**
   * What he is called.
   */
  name: string;
  /**
   * What he is like, in a line.
   */
  about: string;
};

/**
 * One reason why the rules say no.
 */
export type Reason = {
  /**
   * The field of the situation or command that is wrong, as a dotted path (`target.stands`).
   */
  field: string;
  /**
   * What is wrong with it, and what would be right: lower case, no full stop.
   */
  why: string;
  /**
   * The rule that forbids it, where one does.
   */
  rule: Rule | null;
};

/**
 * The rules say no, with every reason at once.
 */
export type Refusal = {
  /**
   * All reasons, in the order of the fields.
   */
  reasons: Array<Reason>;
};

/**
 * What comes in.
 */
export type Request = {
  what: 'ask';
  /**
   * The answer bears the same number.
   */
  number: number;
  /**
   * What.
   */
  ask: Ask;
} | {
  what: 'news';
  /**
   * The answer bears the same number.
   */
  number: number;
  /**
   * The first page that was not read yet.
   */
  since?: number;
} | {
  what: 'ping';
  /**
   * The answer bears the same number.
   */
  number: number;
};

/**
 * In what capacity somebody sits there.
 */
export type Role = 'union' | 'confederate' | 'both' | 'referee' | 'spectator';

/**
 * The id of a statement in the rulebook's ledger.
 */
export type Rule = string;

/**
 * A rulebook.
 */
export type RulebookLine = {
  /**
   * Its short name.
   */
  rulebook: string;
  /**
   * Its published name.
   */
  title: string;
  /**
   * What it models.
   */
  summary: string;
  /**
   * The dice it uses.
   */
  dice: string;
  /**
   * Whether whole battles can be played by it.
   */
  plays_battles: boolean;
  /**
   * Its optional rules.
   */
  switches: Array<SwitchLine>;
  /**
   * What players may be asked, for standing orders.
   */
  questions: Array<QuestionLine>;
};

/**
 * Somebody sits.
 */
export type Sat = {
  /**
   * The table.
   */
  table: string;
  /**
   * The seat.
   */
  seat: number;
};

/**
 * What somebody sees of a battle.
 */
export type Scene = {
  /**
   * How it stands.
   */
  standing: Standing;
  /**
   * The pieces on the map, in the order of their numbers.
   */
  pieces: Array<Piece>;
  /**
   * What else is there.
   */
  marks: Array<Mark>;
  /**
   * The piece that is in the middle of something, if one is.
   */
  active: PieceId | null;
};

/**
 * What is different on the map: whatever is not named is as it was.
 */
export type SceneChange = {
  /**
   * How the battle stands.
   */
  standing?: StandingChange | null;
  /**
   * Pieces that are new, whole.
   */
  pieces?: Array<Piece>;
  /**
   * Pieces that have changed: what is different about them.
   */
  changed?: Array<PieceChange>;
  /**
   * Pieces that are no longer seen.
   */
  gone?: Array<PieceId>;
  /**
   * What else is there.
   */
  marks?: Array<Mark> | null;
  /**
   * The piece that is in the middle of something, or that none is any more.
   */
  active?: PieceId | null;
};

/**
 * The schemas of a game.
 */
export type Schemas = {
  /**
   * Of its orders.
   */
  command: Json;
  /**
   * Of what a side may see.
   */
  view: Json;
};

/**
 * A seat at the table.
 */
export type Seat = {
  /**
   * What he is called.
   */
  name: string;
  /**
   * In what capacity he is here.
   */
  role: Role;
  /**
   * Who decides.
   */
  player: Player;
  /**
   * His word for the dice, chosen after their commitment was published.
   */
  word?: string;
};

/**
 * A seat, by its number at the table.
 */
export type SeatId = number;

/**
 * A seat as everybody sees it.
 */
export type SeatLine = {
  /**
   * Its number.
   */
  seat: SeatId;
  /**
   * What he is called.
   */
  name: string;
  /**
   * In what capacity he is here.
   */
  role: Role;
  /**
   * Who decides.
   */
  player: Player;
};

/**
 * A link to a seat.
 */
export type SeatLink = {
  /**
   * The seat.
   */
  seat: number;
  /**
   * Whose it is.
   */
  name: string;
  /**
   * In what capacity.
   */
  role: Role;
  /**
   * What lets somebody in.
   */
  token: string;
  /**
   * The page to open. The token stands behind a `#`, so no server on the way sees it.
   */
  link: string;
};

/**
 * What a table agrees upon.
 */
export type Settings = {
  /**
   * What the game is called.
   */
  title: string;
  /**
   * Whether people throw the dice and type them.
   */
  typed_dice?: boolean;
  /**
   * How fast people mean to play.
   */
  pace?: Pace;
};

/**
 * Everything that is settled before anybody moves, besides the battle itself.
 */
export type Setup = {
  /**
   * What the table agrees upon.
   */
  settings: Settings;
  /**
   * Who sits where.
   */
  seats: Array<Seat>;
  /**
   * The save this game was branched off as, before its first order; nothing where it begins at the beginning.
   */
  origin?: string | null;
};

/**
 * How a piece stands, as a picture shows it.
 */
export type Shape = 'line' | 'column' | 'skirmish' | 'square' | 'crowd' | 'unlimbered' | 'limbered' | 'figure';

/**
 * The two sides of the war.
 */
export type Side = 'union' | 'confederate';

/**
 * A side of a battle.
 */
export type SideLine = {
  /**
   * Its short name in the folder.
   */
  id: string;
  /**
   * What people call it.
   */
  name: string;
  /**
   * Men, crews of guns among them.
   */
  men: number;
  /**
   * Guns.
   */
  guns: number;
  /**
   * Regiments, batteries and ships.
   */
  units: number;
};

/**
 * Somebody sits down.
 */
export type SitDown = {
  /**
   * The token of the link.
   */
  token: string;
};

/**
 * A place on the ground: 9,144 to the yard, east and south of the map's north-west corner as the ground counts them.
 */
export type Spot = {
  /**
   * To the east.
   */
  x: number;
  /**
   * As the ground counts it.
   */
  y: number;
};

/**
 * How the battle stands.
 */
export type Standing = {
  /**
   * The turn, counted from one.
   */
  turn: number;
  /**
   * The last turn there is.
   */
  turns: number;
  /**
   * The points of either side, in the order of [`Side::ALL`].
   */
  points: [number, number];
  /**
   * Men either side has lost.
   */
  lost: [number, number];
  /**
   * The time of day.
   */
  clock: string;
  /**
   * The phase, in the rulebook's words.
   */
  phase: string;
  /**
   * What is to be done in it, as one would tell a newcomer.
   */
  to_do: string;
  /**
   * The side that commands now.
   */
  side: Side | null;
  /**
   * Men either side began with, those still to come among them.
   */
  engaged: [number, number];
  /**
   * How it ended, once it has.
   */
  ending: Ending | null;
};

/**
 * What is different about how the battle stands: whatever is not named is as it was.
 */
export type StandingChange = {
  /**
   * The turn, counted from one.
   */
  turn?: number | null;
  /**
   * The last turn there is.
   */
  turns?: number | null;
  /**
   * The points of either side.
   */
  points?: [number, number] | null;
  /**
   * Men either side has lost.
   */
  lost?: [number, number] | null;
  /**
   * The time of day.
   */
  clock?: string | null;
  /**
   * The phase.
   */
  phase?: string | null;
  /**
   * What is to be done in it.
   */
  to_do?: string | null;
  /**
   * The side that commands now, or that none does any more.
   */
  side?: Side | null;
  /**
   * Men either side began with.
   */
  engaged?: [number, number] | null;
  /**
   * How it ended, or that it goes on again.
   */
  ending?: Ending | null;
};

/**
 * What there is left of a piece.
 */
export type Strength = {
  /**
   * As the rulebook counts it: "6 stands", "9 SP".
   */
  words: string;
  /**
   * What is left, in the rulebook's own pieces.
   */
  left: number;
  /**
   * What it began with.
   */
  full: number;
  /**
   * What is left in men, crews of guns among them.
   */
  men: number;
};

/**
 * A study as whoever watches it sees it.
 */
export type StudyPage = {
  /**
   * Its name.
   */
  study: string;
  /**
   * How far it has come.
   */
  state: StudyState;
  /**
   * Battles that were fought.
   */
  fought: number;
  /**
   * Battles that are to be fought.
   */
  battles: number;
  /**
   * What was found so far, as `longroll study --json` prints it; nothing before the first battle.
   */
  results: Json;
  /**
   * Why it failed.
   */
  why: string | null;
};

/**
 * How far a study has come.
 */
export type StudyState = 'running' | 'done' | 'cancelled' | 'failed';

/**
 * An optional rule.
 */
export type SwitchLine = {
  /**
   * Its name.
   */
  switch: string;
  /**
   * How it is set as printed.
   */
  default: string;
  /**
   * How it may be set.
   */
  choices: Array<string>;
  /**
   * What it does.
   */
  effect: string;
};

/**
 * What table this is.
 */
export type TablePage = {
  /**
   * Its name.
   */
  table: string;
  /**
   * The seat of whoever asks; 255 for somebody who only looks on.
   */
  seat: number;
  /**
   * The rulebook.
   */
  rulebook: string;
  /**
   * What the table changes in it.
   */
  house: House;
  /**
   * The name of the battle folder.
   */
  folder: string;
  /**
   * The edges of its ground.
   */
  ground: GroundLine;
  /**
   * The formations that its pieces belong to.
   */
  formations: Array<FormationLine>;
  /**
   * What the dice are promised by.
   */
  commitment: string;
  /**
   * Whether something was ordered or said already; until then every seat may give a word for the dice.
   */
  has_begun: boolean;
  /**
   * How it stands, without the journal.
   */
  news: News;
};

/**
 * What the table answers to whoever asked.
 */
export type Tell = {
  tell: 'done';
} | {
  tell: 'offers';
  /**
   * The orders.
   */
  offers: Array<Offer>;
  /**
   * Whether there are more than are listed.
   */
  more: boolean;
} | {
  tell: 'forecast';
  /**
   * One for each set of answers.
   */
  forecasts: Array<Forecast>;
  /**
   * What it spends of what the piece has, where it spends something.
   */
  cost: string | null;
  /**
   * What the first throw hangs on: look-ups and modifiers.
   */
  working: Array<WorkingLine>;
} | {
  tell: 'proposal';
  /**
   * The orders, the way and the cost.
   */
  proposal: Proposal;
} | {
  tell: 'zone';
  /**
   * As far as the seat may know it.
   */
  zone: FireZone;
} | ({
  tell: 'story';
}) & (TurnStory) | {
  tell: 'scene';
  /**
   * Which turn.
   */
  turn: number;
  /**
   * The map.
   */
  scene: Scene;
} | {
  tell: 'view';
  /**
   * As the rulebook has it.
   */
  view: Json;
} | {
  tell: 'refused';
  /**
   * Every reason.
   */
  refusal: Refusal;
} | {
  tell: 'fault';
  /**
   * Where, and what to do about it.
   */
  fault: Fault;
};

/**
 * A turn as a seat may know it.
 */
export type TurnStory = {
  /**
   * The number of the turn.
   */
  turn: number;
  /**
   * Who gave the order.
   */
  side: Side | null;
  /**
   * The order in words; nothing where the seat may not know it.
   */
  order: string | null;
  /**
   * What happened, in words.
   */
  words: Array<string>;
  /**
   * How it was worked out: dice, look-ups and modifiers; nothing where the seat may not know it.
   */
  working: Array<WorkingLine>;
};

/**
 * A request to go back that waits for consent.
 */
export type UndoLine = {
  /**
   * The last turn that would still count.
   */
  to: number;
  /**
   * Who asked.
   */
  by: SeatId;
  /**
   * Whose consent is wanted still.
   */
  wanted: Array<SeatId>;
};

/**
 * What a game waits for, in a form that needs no rulebook to read.
 */
export type WaitingLine = {
  'waits-for': 'dice';
  /**
   * Which, as a player would call them.
   */
  throw: string;
  /**
   * How many numbers to type.
   */
  count: number;
  /**
   * The lowest number on a die.
   */
  low: number;
  /**
   * The highest number on a die.
   */
  high: number;
  /**
   * What its faces are called, the lowest first, where they have names: the cards of a deck.
   */
  names?: Array<string>;
  /**
   * The rule that wants them.
   */
  rule: Rule;
} | {
  'waits-for': 'answer';
  /**
   * The name of the question.
   */
  question: string;
  /**
   * Who decides.
   */
  side: Side;
  /**
   * The piece it is about, where several could be meant.
   */
  about: number | null;
  /**
   * The question as a player reads it.
   */
  prompt: string;
  /**
   * The answers, in words.
   */
  choices: Array<string>;
  /**
   * What each of them is called, in their order, where a number or a side does not say it: a hex, a piece, a way.
   */
  names?: Array<string>;
  /**
   * The rule that gives the choice.
   */
  rule: Rule;
};

/**
 * One line of the working.
 */
export type WorkingLine = {
  line: 'rolled';
  /**
   * Which dice, as a player calls them.
   */
  throw: string;
  /**
   * What they showed.
   */
  faces: Array<number>;
  /**
   * How the rule reads them.
   */
  reading: number;
  /**
   * Which of them a person typed.
   */
  typed: Array<boolean>;
  /**
   * The rule that wanted them.
   */
  rule: Rule;
} | {
  line: 'awaited';
  /**
   * Which dice.
   */
  throw: string;
  /**
   * The rule that wants them.
   */
  rule: Rule;
  /**
   * The column they will be read in.
   */
  column: ColumnLine | null;
} | {
  line: 'supposed';
  /**
   * Who decides.
   */
  side: Side;
  /**
   * What he will be asked.
   */
  prompt: string;
  /**
   * What is usually said.
   */
  answer: string;
  /**
   * The rule that gives the choice.
   */
  rule: Rule;
} | {
  line: 'modified';
  /**
   * How much.
   */
  amount: number;
  /**
   * What for, as the card says it.
   */
  name: string;
  /**
   * The rule that gives it.
   */
  rule: Rule;
  /**
   * Where it stands.
   */
  lit: Lit;
} | {
  line: 'total';
  /**
   * How much.
   */
  amount: number;
} | {
  line: 'looked';
  /**
   * What it says.
   */
  text: string;
  /**
   * Where.
   */
  lit: Lit;
} | {
  line: 'asked';
  /**
   * Who.
   */
  side: Side;
  /**
   * What he was asked.
   */
  prompt: string;
  /**
   * What he said.
   */
  answer: string;
  /**
   * The rule that gives the choice.
   */
  rule: Rule;
} | {
  line: 'noted';
  /**
   * What it is about.
   */
  name: string;
  /**
   * The working.
   */
  text: string;
  /**
   * The rules that led to it.
   */
  rules: Array<Rule>;
};
