import type { Choice, Lit } from '../engine/messages';

/** What a field's name ends with where it is measured in something. */
const UNITS: readonly (readonly [string, string])[] = [
  ['_yards', 'yards'],
  ['_inches', 'inches'],
  ['_degrees', 'degrees'],
  ['_hexes', 'hexes'],
  ['_m', 'metres'],
];

/** A text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A field's name as a label. */
export function label(name: string): string {
  const unit = UNITS.find(([ending]) => name.endsWith(ending) && name.length > ending.length);
  const plain = (unit ? name.slice(0, -unit[0].length) : name).replace(/[_-]/g, ' ');
  return capital(unit ? `${plain}, ${unit[1]}` : plain);
}

/** A choice as a label: a hyphen stays where its description has one too. */
export function choiceLabel(choice: Choice): string {
  const { name, about } = choice;
  const hyphened = name.includes('-') && about.toLowerCase().includes(name.toLowerCase());
  return capital(hyphened ? name : name.replace(/[_-]/g, ' '));
}

/** A name of a procedure or a switch as a title. */
export function title(name: string): string {
  return capital(name.replace(/[_-]/g, ' ').replace(/\b(csa|hq|sp)\b/g, (letters) => letters.toUpperCase()));
}

/** Words of the server with the armies written as names. */
export function armiesNamed(text: string): string {
  return text.replace(/\b(union|confederates?)\b/g, capital);
}

/** So many of something, one or several. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

const COMPASS: Readonly<Record<string, string>> = {
  n: 'north',
  ne: 'north-east',
  e: 'east',
  se: 'south-east',
  s: 'south',
  sw: 'south-west',
  w: 'west',
  nw: 'north-west',
};

/** The answers to a question as people read them: points of the compass are spelled out. */
export function answerWords(choices: readonly string[]): string[] {
  const points = choices.map((choice) => COMPASS[choice.toLowerCase()]);
  const areSides = points.every((point) => point !== undefined);
  return choices.map((choice, place) =>
    capital(areSides ? (points[place] ?? choice) : sentence(choice).replace(/\.$/, '').replace(/[-_]/g, ' ')),
  );
}

/** The keys of the answers to a question: answers that are figures are typed as they read. */
export function answerKeys(choices: readonly string[]): (string | undefined)[] {
  const areFigures = choices.every((choice) => /^\d$/.test(choice));
  return choices.map((choice, place) => (areFigures ? choice : place < 9 ? String(place + 1) : undefined));
}

/** The face that a key means: a ten is typed as nought, as its die often shows it. */
export function faceTyped(key: string, faces: readonly number[]): number | undefined {
  if (!/^\d$/.test(key)) return undefined;
  const face = Number(key);
  return [face, ...(face === 0 ? [10] : [])].find((one) => faces.includes(one));
}

/** The same with what each of them is called on the map: a number gives way to its name, a side keeps its own beside it. */
export function namedAnswers(choices: readonly string[], names: readonly string[]): string[] {
  return answerWords(choices).map((answer, place) => {
    const name = names[place];
    if (name === undefined) return answer;
    return /^\d+$/.test(answer) ? capital(name) : `${answer}, ${name}`;
  });
}

/** A throw as people call it: of a pack of cards one is drawn. */
export function throwName(name: string): string {
  const cards = /^card\/(\d+)$/.exec(name)?.[1];
  return cards === undefined ? name : `card, 1 to ${cards}`;
}

/** An order by its number; before the first there is the start. */
export const orderName = (number: number): string => (number === 0 ? 'the start' : `order ${number}`);

/** A text as a sentence of its own. */
export function sentence(text: string): string {
  const begun = capital(text.trim());
  return begun === '' || /[.!?:)]$/.test(begun) ? begun : `${begun}.`;
}

/** Words of the server with their figures as people read them off a ruler: one decimal is enough. */
export function rounded(text: string): string {
  return text.replace(/(?<![\d.])\d+\.\d{2,}(?!\d|\.\d)/g, (figure) => String(Math.round(Number(figure) * 10) / 10));
}

/** An amount with its sign, and a true minus. */
export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}

/** The side of a question, as a page says it. */
export function sideName(side: string): string {
  return side === 'union' ? 'the Union' : 'the Confederate';
}

/** A result in one line that says by itself what it is about. */
export function resultLine(book: string, procedure: string, summary: string, faces: readonly number[]): string {
  const dice = faces.length === 0 ? '' : ` (dice ${faces.join(' ')})`;
  return `${book}, ${title(procedure).toLowerCase()}: ${summary}${dice}`;
}

/** The address of a chart with its cells lit. */
export function chartAddress(book: string, chart: string, lit: readonly Lit[] = []): string {
  const cells = lit.filter((cell) => cell.chart === chart).map((cell) => `${cell.row}.${cell.column}`);
  return `#/charts/${book}/${chart}${cells.length === 0 ? '' : `?lit=${[...new Set(cells)].join('_')}`}`;
}
