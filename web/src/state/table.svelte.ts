import { reckoner, umpire } from '../engine/client';
import { is } from '../engine/replies';
import type { Fault, House, Json, Pending, Procedure, Reason, Reply, Settled, Thrown } from '../engine/messages';
import { follow, throwDice, type Course, type Given, type Input } from '../lib/course';
import { effects } from '../lib/effects';
import { showOdds, type ShownOdds } from '../lib/odds';
import { fit, put, type Path } from '../lib/situation';
import { keep, kept } from '../lib/store';

/** One procedure at a real table: a situation, the dice that lie there, what came of them, and the odds. */
export class Table {
  situation = $state.raw<Json>(null);
  dice = $state.raw<Thrown[]>([]);
  given = $state.raw<Given[]>([]);
  course = $state.raw<Course>();
  odds = $state.raw<ShownOdds>();
  /** Decisions that the odds take as given, by the name of the question. */
  orders = $state.raw<[string, string][]>([]);
  /** What everything that is so or not adds, by its path. */
  effects = $state.raw<Readonly<Record<string, number>>>({});
  /** How long the odds took, in milliseconds. */
  latency = $state(0);
  /** Dice and answers as they were given, the last one last. */
  private inputs: Input[] = [];
  private turn = 0;
  private reckoning = false;
  private again = false;

  constructor(
    readonly book: string,
    readonly procedure: Procedure,
    readonly house: House,
  ) {
    const first = procedure.examples[0]?.situation ?? null;
    const old = kept(this.name);
    this.situation = old === undefined ? first : fit(procedure.shape, old, first);
    void this.follow();
    void this.reckon();
  }

  private get name(): string {
    return `table.${this.book}.${this.procedure.name}`;
  }

  get pending(): Pending | undefined {
    const reply = this.course?.reply;
    return reply && is(reply, 'waiting') ? reply.waiting.pending : undefined;
  }

  get settled(): Settled | undefined {
    const reply = this.course?.reply;
    return reply && is(reply, 'done') ? reply.done : undefined;
  }

  get reasons(): Reason[] {
    const reply = this.course?.reply;
    return reply && is(reply, 'refused') ? reply.refused : [];
  }

  get faults(): Fault[] {
    const reply = this.course?.reply;
    return reply && is(reply, 'faults') ? reply.faults : [];
  }

  /** Changes the situation. Dice that lie on the table stay there, and are read again. */
  change(path: Path, value: Json): void {
    this.load(put(this.situation, path, value));
  }

  /** Takes a whole situation. */
  load(situation: Json): void {
    this.situation = situation;
    keep(this.name, situation);
    void this.follow();
    void this.reckon();
  }

  /** A die that somebody typed. */
  die(face: number): void {
    const { pending } = this;
    if (pending?.for !== 'dice' || !pending.faces.includes(face)) return;
    this.take([{ face, typed: true }]);
    void this.follow();
  }

  /** Throws what is still to be thrown of the pending throw. */
  roll(): void {
    const { pending } = this;
    if (pending?.for !== 'dice') return;
    const begun = this.course?.begun.length ?? 0;
    this.take(throwDice(pending.faces, pending.count - begun));
    void this.follow();
  }

  answer(choice: number): void {
    const { pending } = this;
    if (pending?.for !== 'answer') return;
    this.given = [...this.given, { question: pending.name, choice }];
    this.inputs.push('answer');
    void this.follow();
  }

  /** Dice that came to lie on the table. */
  private take(dice: readonly Thrown[]): void {
    this.dice = [...this.dice, ...dice];
    this.inputs.push(...dice.map((): Input => 'die'));
  }

  /** Takes back what was given last, be it a die or an answer. */
  takeBack(): void {
    const last = this.inputs.pop();
    if (last === 'die') this.dice = this.dice.slice(0, -1);
    else this.given = this.given.slice(0, -1);
    void this.follow();
  }

  /** Clears dice and answers off the table. */
  clear(): void {
    this.dice = [];
    this.given = [];
    this.inputs = [];
    void this.follow();
  }

  /** Takes a decision as given in the odds, or leaves it open again. */
  order(question: string, answer: string | undefined): void {
    const others = this.orders.filter(([known]) => known !== question);
    this.orders = answer === undefined ? others : [...others, [question, answer]];
    void this.reckon();
  }

  private get matter(): { table: { rulebook: string; house: House }; procedure: string; situation: Json } {
    return {
      table: { rulebook: this.book, house: this.house },
      procedure: this.procedure.name,
      situation: this.situation,
    };
  }

  private async follow(): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    const { matter } = this;
    const settle = (dice: Thrown[], answers: number[]): Promise<Reply> =>
      umpire.ask({ ask: 'resolve', matter, dice, answers });
    const course = await follow(settle, this.dice, this.given);
    if (turn !== this.turn) return;
    this.course = course;
    // A refused situation keeps its dice: they are read once it is mended.
    if (is(course.reply, 'refused') || is(course.reply, 'faults')) return;
    this.dice = [...course.dice, ...course.begun];
    this.given = course.answers;
    this.inputs = course.inputs;
  }

  /** Finds out what each modifier is worth; given up as soon as something changes. */
  private async weigh(): Promise<void> {
    const { matter } = this;
    const resolve = (situation: Json): Promise<Reply> =>
      this.again
        ? Promise.resolve({ refused: [] })
        : reckoner().ask({ ask: 'resolve', matter: { ...matter, situation }, dice: [], answers: [] });
    const found = await effects(this.procedure.shape, matter.situation, resolve);
    if (!this.again) this.effects = Object.fromEntries(found);
  }

  /** Reckons the odds, one sum at a time; whatever changed meanwhile is reckoned next. */
  private async reckon(): Promise<void> {
    if (this.reckoning) {
      this.again = true;
      return;
    }
    this.reckoning = true;
    const begun = performance.now();
    const reply = await reckoner().ask({ ask: 'odds', matter: this.matter, orders: this.orders });
    this.latency = performance.now() - begun;
    this.odds = is(reply, 'odds') ? showOdds(reply.odds) : undefined;
    if (!this.again) await this.weigh();
    this.reckoning = false;
    if (this.again) {
      this.again = false;
      await this.reckon();
    }
  }
}
