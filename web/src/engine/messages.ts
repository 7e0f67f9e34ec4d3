// Made from the Rust types in crates/wasm/src/messages. Do not edit it: `make web-types` writes it anew.

import type { Lit, WorkingLine } from '../net/wire';

export type { Lit, WorkingLine };

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * A whole rulebook, as a table plays it.
 */
export type Book = {
/**
 * What it is.
 */
title: Title,
/**
 * Its procedures, in its order.
 */
procedures: Array<Procedure>,
/**
 * Its charts, in its order.
 */
charts: Array<Chart>,
/**
 * Its switches, as they are set.
 */
switches: Array<Switch>,
/**
 * Every statement of its charts.
 */
rules: Array<Rule>,
/**
 * What the house rules changed.
 */
changes: Array<Change>, };

/**
 * A cell or switch that the house rules changed.
 */
export type Change = {
/**
 * The chart's id; `switches` for a switch.
 */
chart: string,
/**
 * The row's heading; the name of a switch.
 */
row: string,
/**
 * The column's heading.
 */
column: string,
/**
 * What is printed.
 */
printed: string,
/**
 * What counts now.
 */
now: string,
/**
 * Where the card shows it.
 */
lit: Lit, };

/**
 * A chart as its card shows it.
 */
export type Chart = {
/**
 * Its id.
 */
id: string,
/**
 * The chapter it stands in.
 */
chapter: string,
/**
 * Its title.
 */
title: string,
/**
 * A note below it; may be empty.
 */
note: string,
/**
 * Whether it stands on the card; the others only programs read.
 */
on_card: boolean,
/**
 * The columns that people see.
 */
columns: Array<Column>,
/**
 * What they say, row by row.
 */
rows: Array<Array<string>>, };

/**
 * One name to choose.
 */
export type Choice = {
/**
 * The name.
 */
name: string,
/**
 * What it means.
 */
about: string, };

/**
 * A column of a chart on its card.
 */
export type Column = {
/**
 * What stands above it.
 */
heading: string,
/**
 * Whether each cell stands below its row.
 */
below: boolean,
/**
 * Its place in the file.
 */
place: number,
/**
 * The place in the file of the column in which its spans end.
 */
until: number | null, };

/**
 * Dice to be thrown.
 */
export type DiceAsked = {
/**
 * Which dice, as a player calls them.
 */
throw: string,
/**
 * How many.
 */
count: number,
/**
 * What one of them can show, side by side of the die.
 */
faces: Array<number>,
/**
 * What each die is called, where they differ.
 */
names: Array<string>,
/**
 * The rule that wants them.
 */
rule: string, };

/**
 * A situation worth looking at.
 */
export type Example = {
/**
 * What it is.
 */
name: string,
/**
 * The situation itself.
 */
situation: Json, };

/**
 * Something that does not hold.
 */
export type Fault = {
/**
 * Where.
 */
place: string,
/**
 * What is wrong.
 */
reason: string,
/**
 * What to do next; may be empty.
 */
hint: string, };

/**
 * One field of a record.
 */
export type Field = {
/**
 * Its name.
 */
name: string,
/**
 * What it is.
 */
about: string,
/**
 * Whether somebody has to say it.
 */
required: boolean,
/**
 * What it is if nobody says.
 */
default: Json,
/**
 * What it may be.
 */
shape: Shape, };

/**
 * What a table changes in a rulebook.
 */
export type House = {
/**
 * Switches by name, each with its choice.
 */
switches: Array<[string, string]>,
/**
 * Cells of charts that say something else.
 */
cells: Array<HouseCell>, };

/**
 * One cell that says something else.
 */
export type HouseCell = {
/**
 * The chart's id.
 */
chart: string,
/**
 * The row, counted from zero below the heading.
 */
row: number,
/**
 * The column of the file, counted from zero.
 */
column: number,
/**
 * What counts now.
 */
text: string, };

/**
 * One shape of several.
 */
export type Kind = {
/**
 * The name.
 */
name: string,
/**
 * What it means.
 */
about: string,
/**
 * The shape.
 */
shape: Shape, };

/**
 * A procedure and a situation.
 */
export type Matter = {
/**
 * Which rulebook, and how the table plays it.
 */
table: TableOf,
/**
 * Which procedure.
 */
procedure: string,
/**
 * The situation, as its shape describes it.
 */
situation: Json, };

/**
 * Exact odds under one set of decisions.
 */
export type OddsColumn = {
/**
 * The decisions, as question and answer.
 */
answers: Array<[string, string]>,
/**
 * All outcomes, likeliest first.
 */
outcomes: Array<OddsRow>,
/**
 * Out of how many ways, as decimal text.
 */
total: string,
/**
 * The ways not followed to their end, as decimal text; normally `0`.
 */
unresolved: string, };

/**
 * One outcome of exact odds.
 */
export type OddsRow = {
/**
 * The outcome in one line.
 */
summary: string,
/**
 * The outcome in a few words; several outcomes may share them.
 */
gist: string,
/**
 * In how many ways it comes about, as decimal text.
 */
ways: string, };

/**
 * A procedure that waits.
 */
export type Paused = {
/**
 * What for.
 */
pending: Pending,
/**
 * What has happened so far.
 */
lines: Array<WorkingLine>,
/**
 * Every cell that was read so far.
 */
lit: Array<Lit>, };

/**
 * What a procedure waits for.
 */
export type Pending = { "for": "dice" } & DiceAsked | { "for": "answer" } & Question;

/**
 * A procedure that needs no map.
 */
export type Procedure = {
/**
 * Its name.
 */
name: string,
/**
 * The chapter it belongs to.
 */
chapter: string,
/**
 * What it settles.
 */
summary: string,
/**
 * What it asks for.
 */
shape: Shape,
/**
 * Situations worth looking at, the plainest first.
 */
examples: Array<Example>, };

/**
 * A question to a player.
 */
export type Question = {
/**
 * Its name.
 */
name: string,
/**
 * Who decides.
 */
side: string,
/**
 * The question as a player reads it.
 */
prompt: string,
/**
 * What depends on the answer.
 */
about: string,
/**
 * The rule that gives the choice.
 */
rule: string,
/**
 * The piece it is about, where several could be meant.
 */
piece: number | null,
/**
 * What there is to choose from.
 */
choices: Array<string>, };

/**
 * One reason why the rules say no.
 */
export type Reason = {
/**
 * The field that is wrong, as a dotted path.
 */
field: string,
/**
 * What is wrong with it, and what would be right.
 */
why: string,
/**
 * The rule that forbids it.
 */
rule: string | null, };

/**
 * What is answered.
 */
export type Reply = { "shelf": Array<Title> } | { "field-check": string } | { "book": Book } | { "sheet": Sheet } | { "done": Settled } | { "waiting": Paused } | { "odds": Array<OddsColumn> } | { "rollouts": Record<string, number> } | { "verified": Verified } | { "refused": Array<Reason> } | { "open": Question } | { "faults": Array<Fault> };

/**
 * What can be asked.
 */
export type Request = { "ask": "shelf" } | { "ask": "field-check" } | { "ask": "book",
/**
 * Which rulebook, and how the table plays it.
 */
table: TableOf, } | { "ask": "sheet",
/**
 * Which rulebook, and how the table plays it.
 */
table: TableOf,
/**
 * Which chart.
 */
chart: string, } | { "ask": "resolve",
/**
 * What is to be settled.
 */
matter: Matter,
/**
 * The dice, in the order they fell.
 */
dice: Array<Thrown>,
/**
 * The answers, as numbers of choices.
 */
answers: Array<number>, } | { "ask": "odds",
/**
 * What is to be settled.
 */
matter: Matter,
/**
 * Answers by the name of the question; open questions are shown side by side.
 */
orders: Array<[string, string]>, } | { "ask": "rollouts",
/**
 * What is to be settled.
 */
matter: Matter,
/**
 * The seed of the dice.
 */
seed: number,
/**
 * How many.
 */
times: number, } | { "ask": "verify",
/**
 * The save, as text.
 */
save: string, };

/**
 * A statement of a rulebook's charts.
 */
export type Rule = {
/**
 * Its stable id.
 */
id: string,
/**
 * The heading it stands under.
 */
heading: string,
/**
 * The statement, in our words.
 */
statement: string, };

/**
 * A settled procedure.
 */
export type Settled = {
/**
 * The outcome in one line.
 */
summary: string,
/**
 * What happened, line by line.
 */
lines: Array<WorkingLine>,
/**
 * Every cell that was read.
 */
lit: Array<Lit>,
/**
 * Every rule that played a part, in the order it first did.
 */
rules: Array<string>, };

/**
 * What a value may be.
 */
export type Shape = { "kind": "yes-no" } | { "kind": "whole",
/**
 * The lowest.
 */
least: number,
/**
 * The highest.
 */
most: number, } | { "kind": "number" } | { "kind": "text" } | { "kind": "choice",
/**
 * The names.
 */
choices: Array<Choice>, } | { "kind": "optional",
/**
 * What it is if it is anything.
 */
inner: Shape, } | { "kind": "list",
/**
 * What each is.
 */
inner: Shape, } | { "kind": "record",
/**
 * The fields, in their order.
 */
fields: Array<Field>, } | { "kind": "one-of",
/**
 * The shapes.
 */
kinds: Array<Kind>, } | { "kind": "constant",
/**
 * The value.
 */
value: Json, } | { "kind": "json" };

/**
 * A chart as its file has it.
 */
export type Sheet = {
/**
 * The headings.
 */
columns: Array<string>,
/**
 * The cells, row by row.
 */
rows: Array<Array<string>>, };

/**
 * A switch as it is set.
 */
export type Switch = {
/**
 * Its name.
 */
id: string,
/**
 * How it is set.
 */
value: string,
/**
 * How it is set as printed.
 */
default: string,
/**
 * How it may be set.
 */
choices: Array<string>,
/**
 * What it does.
 */
effect: string, };

/**
 * A rulebook as a table plays it.
 */
export type TableOf = {
/**
 * Which rulebook.
 */
rulebook: string,
/**
 * What the table changes in it.
 */
house: House, };

/**
 * A die that has fallen.
 */
export type Thrown = {
/**
 * What it shows.
 */
face: number,
/**
 * Whether a person typed it; otherwise the page threw it.
 */
typed: boolean, };

/**
 * What a rulebook is.
 */
export type Title = {
/**
 * Its short name.
 */
slug: string,
/**
 * Its published name.
 */
title: string,
/**
 * What it models, in one sentence.
 */
summary: string,
/**
 * The dice it uses.
 */
dice: string,
/**
 * The prefix of its rule ids.
 */
prefix: string,
/**
 * Its scales, each in a few words; the one this table plays at comes first.
 */
scales: Array<string>, };

/**
 * The dice of a saved game, checked.
 */
export type Verified = {
/**
 * What was published before the first order.
 */
commitment: string,
/**
 * The secret it stands for, once the game is closed.
 */
secret: string | null,
/**
 * How many dice the program threw.
 */
program_dice: number,
/**
 * How many dice people typed. They prove nothing.
 */
typed_dice: number,
/**
 * Whether every die of the program is proved.
 */
proved: boolean,
/**
 * What is wrong, in words.
 */
problems: Array<string>, };
