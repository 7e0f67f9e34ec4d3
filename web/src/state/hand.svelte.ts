import { gameFile } from '../lib/file';
import { download, whyOf } from '../net/http';
import { showForecasts } from '../net/odds';
import type { ShownOdds } from '../lib/odds';
import type { Ask, FireZone, Intent, Json, Offer, Piece, Proposal, Reason, Tell, WorkingLine } from '../net/wire';
import type { Sitting } from './sitting.svelte';

/** An order that is looked at before it is given. */
export interface Weighed {
  /** Nothing where the rules know no such order. */
  command: Json | undefined;
  words: string;
  odds?: ShownOdds;
  /** What it spends of what the piece has. */
  cost?: string;
  /** What the first throw hangs on. */
  working?: WorkingLine[];
  reasons: Reason[];
  busy: boolean;
}

/** What somebody points at on the map, and what would come of it. */
export interface Plan {
  piece: number;
  intent: Intent;
  proposal?: Proposal;
  reasons: Reason[];
  busy: boolean;
}

/** What a unit could do to an enemy. */
export interface Aim {
  target: number;
  ways: { want: 'fire' | 'charge'; weighed: Weighed; cost: string }[];
}

/** Somebody who is not on the map and may be given an order: whoever is still to come on, and leaders far away. */
export interface Absent {
  id: number;
  /** As far as his orders tell it. */
  name: string;
  offers: Offer[];
}

/** What the name of a unit ends before, where every order of it says the same. */
const DEED = / (?:comes|goes|rides|marches|moves|enters)\b.*$/;

/** An order that brings somebody onto the map, or lets him ride elsewhere. */
const COMES = / (?:comes?|goes?|rides?|marche?s?|enters?)\b/;

/** What all of several orders begin with, in whole words. */
function nameIn(offers: readonly Offer[]): string {
  const [first = [], ...others] = offers.map(({ words }) => words.split(' '));
  if (others.length === 0) return '';
  const apart = first.findIndex((word, place) => others.some((words) => words[place] !== word));
  return (apart === -1 ? first : first.slice(0, apart)).join(' ').replace(DEED, '');
}

/** How long a step in which nothing can be done is shown before it passes, in milliseconds. */
export const PAUSE = 700;

const plain = (why: string): Reason => ({ field: '', why, rule: null });

/** Whether an order is given to no unit, or ends something. */
function isGeneral(offer: Offer): boolean {
  return isToNobody(offer) || ends(offer);
}

const isToNobody = ({ piece }: Offer): boolean => piece === null || piece === undefined;

function ends({ command }: Offer): boolean {
  const does = typeof command === 'object' && command !== null && 'do' in command ? command['do'] : '';
  return typeof does === 'string' && does.startsWith('end-');
}

/** Whether an order ends a phase, or a step of one. */
export const endsPhase = (offer: Offer): boolean => isToNobody(offer) && ends(offer);

/** The reasons in an answer that says no. */
export function reasonsOf(tell: Tell): Reason[] {
  if (tell.tell === 'refused') return tell.refusal.reasons;
  if (tell.tell === 'fault') return [plain([tell.fault.reason, tell.fault.hint].filter(Boolean).join(': '))];
  return [];
}

/** What a player has in hand: the unit he has chosen, the order he thinks of, and what the rules say to it. */
export class Hand {
  selected = $state<number>();
  offers = $state.raw<Offer[]>([]);
  more = $state(false);
  plan = $state.raw<Plan>();
  aim = $state.raw<Aim>();
  weighed = $state.raw<Weighed>();
  /** An order that would end the phase while units may still act, until somebody means it. */
  asked = $state.raw<Offer>();
  /** Why the last thing was not done. */
  reasons = $state.raw<Reason[]>([]);
  busy = $state(false);
  /** What the chosen unit bears upon. */
  zone = $state.raw<FireZone>();
  private zoneFor = '';
  /** For which moment of the game the offers are. */
  private offersFor = '';
  /** The last turn that counted then. */
  private offersAfter = 0;
  /** Where a unit was to go that stood there when its dice were asked for. */
  private goal: { piece: Piece; intent: Intent } | undefined;
  private planning = false;
  private planNext: Plan | undefined;

  /** The step of the battle, and whether nothing was done in it yet. */
  private lastStep = '';
  private isNewStep = false;
  /** Turns that passed by themselves, since nothing else could be ordered. */
  private readonly passed: number[] = [];
  /** The turn somebody went back to: he means to stay there. */
  private backTo: number | undefined;
  /** Standing orders as they were last left, beside what was told then: whoever is quick leaves the next before that has come. */
  private left: { beside: string; orders: Record<string, string> } | undefined;

  constructor(
    readonly sitting: Sitting,
    /** Whether steps in which nothing can be done pass by themselves. */
    private readonly passes: () => boolean = () => false,
  ) {}

  get piece(): Piece | undefined {
    return this.sitting.piece(this.selected);
  }

  /**
   * Orders that are given to no unit, and those that end something: cards, phases, a move. Those of formations come last, for
   * nobody is to give one of them by the key of the first.
   */
  get general(): Offer[] {
    return [...this.offers.filter(isGeneral), ...this.unplaced];
  }

  /** Orders for the chosen unit. */
  get own(): Offer[] {
    return this.offers.filter((offer) => offer.piece === this.selected && !isGeneral(offer));
  }

  /** Units that may still be given an order, in the order of their numbers. */
  get able(): Piece[] {
    return this.sitting.pieces.filter((piece) => this.offers.some((offer) => offer.piece === piece.id));
  }

  /** Those that may be given an order and are not on the map: nobody can touch them there. */
  get absent(): Absent[] {
    return this.far.filter((one) => this.isSomebody(one));
  }

  /** Orders of formations that have no piece on the map: they are no units that wait to come on. */
  get unplaced(): Offer[] {
    return this.far.filter((one) => !this.isSomebody(one)).flatMap(({ offers }) => offers);
  }

  /** Whether orders off the map are those of one who comes on, or who has a name of his own and acts from afar. */
  private isSomebody({ name, offers }: Absent): boolean {
    if (offers.some(({ words }) => COMES.test(words))) return true;
    return name !== '' && !this.sitting.about?.formations.some((formation) => formation.name === name);
  }

  /** All orders off the map, by whom they are given to. */
  private get far(): Absent[] {
    const far = this.offers.filter((offer) => !isGeneral(offer) && !this.sitting.piece(offer.piece));
    const ids = far.map(({ piece }) => piece ?? -1).filter((id, place, all) => all.indexOf(id) === place);
    return ids.map((id) => {
      const offers = far.filter(({ piece }) => piece === id);
      return { id, name: nameIn(offers), offers };
    });
  }

  /** Whoever of them is chosen. */
  get away(): Absent | undefined {
    return this.piece ? undefined : this.absent.find(({ id }) => id === this.selected);
  }

  /** Units that may still do something of their own in this phase. */
  get idle(): readonly { id: number }[] {
    const own = this.offers.filter((offer) => !isGeneral(offer));
    // Of a long list of offers only a part is told.
    const here = this.sitting.pieces.filter(
      ({ id, may_act }) => own.some(({ piece }) => piece === id) || (this.more && may_act),
    );
    return [...here, ...this.absent];
  }

  select(id: number | undefined): void {
    if (id === this.selected) return;
    this.selected = id;
    this.goal = undefined;
    this.letGo();
  }

  /** Puts down whatever was thought of. */
  letGo(): void {
    this.plan = undefined;
    this.aim = undefined;
    this.weighed = undefined;
    this.asked = undefined;
    this.reasons = [];
  }

  /** The next unit that may act, or the one before. */
  next(by: 1 | -1): boolean {
    const able = [...this.able, ...this.absent];
    const at = able.findIndex(({ id }) => id === this.selected);
    const to = at === -1 ? (by === 1 ? 0 : able.length - 1) : at + by;
    const next = able[to];
    if (next) this.select(next.id);
    return next !== undefined;
  }

  /** The next unit that may still do something, the first after the last. */
  step(): void {
    const { idle } = this;
    const at = idle.findIndex(({ id }) => id === this.selected);
    this.select(idle[(at + 1) % idle.length]?.id);
  }

  /** Finds out what may be ordered, once for each moment of the game. */
  async look(): Promise<void> {
    const { news } = this.sitting;
    const moment = news?.decision.decision === 'your-order' ? `${news.chain} ${news.turn}` : '';
    if (moment === this.offersFor) return;
    this.offersFor = moment;
    const { turn = 0, side = null, phase = '' } = news?.scene.standing ?? {};
    const step = `${turn} ${side} ${phase}`;
    this.isNewStep = step !== this.lastStep;
    this.lastStep = step;
    this.asked = undefined;
    if (moment === '') {
      this.offers = [];
      return;
    }
    const tell = await this.put({ ask: 'offers' });
    if (tell?.tell !== 'offers' || this.offersFor !== moment) return;
    this.offers = tell.offers;
    this.offersAfter = news?.turn ?? 0;
    this.more = tell.more;
    const active = this.sitting.news?.scene.active;
    if (active !== null && active !== undefined && this.sitting.piece(active)) this.select(active);
    await this.goOn();
    await this.pass();
  }

  /** The order that ends a step in which nothing else can be done; nothing where there is a choice. */
  get empty(): Offer | undefined {
    const [only] = this.offers;
    const isAll = this.offers.length === 1 && !this.more;
    return only && isAll && endsPhase(only) && !this.sitting.pieces.some((piece) => piece.may_act) ? only : undefined;
  }

  /**
   * Ends a step in which nothing can be done, once it has been seen. Where somebody has done something in it he may think
   * better of it, so that one waits for his word.
   */
  async pass(): Promise<void> {
    const { empty, offersFor: moment, offersAfter: after } = this;
    if (!empty || !this.isNewStep || !this.passes() || after === this.backTo) return;
    await new Promise((later) => setTimeout(later, PAUSE));
    if (this.offersFor !== moment || this.busy || after === this.backTo || !this.passes()) return;
    const turn = (this.sitting.news?.turns ?? 0) + 1;
    if (await this.carry({ ask: 'order', command: empty.command, after })) this.passed.push(turn);
    // Whoever sits here twice has done it elsewhere.
    else this.reasons = [];
  }

  /** Leaves an answer to a question that may come; none takes back what was left. */
  async leave(question: string, answer: string): Promise<void> {
    const told = this.sitting.news?.standing ?? [];
    const beside = JSON.stringify(told);
    const known = this.left?.beside === beside ? this.left.orders : Object.fromEntries(told);
    const others = Object.entries(known).filter(([name]) => name !== question);
    const orders = Object.fromEntries(answer === '' ? others : [...others, [question, answer]]);
    this.left = { beside, orders };
    if (!(await this.carry({ ask: 'standing', orders }))) this.left = undefined;
  }

  /** Goes back to before the last order that somebody gave, with whatever passed by itself since. */
  async undo(): Promise<void> {
    const { turns } = this.sitting;
    if (turns.length === 0) return;
    const given = turns.findLastIndex((turn) => !this.passed.includes(turn));
    const to = turns[(given === -1 ? turns.length - 1 : given) - 1] ?? 0;
    this.backTo = to;
    await this.carry({ ask: 'undo', to });
  }

  /** Finds out what the chosen unit bears upon, once for each moment of the game. */
  async survey(): Promise<void> {
    const { selected, sitting, zoneFor } = this;
    const moment = selected === undefined ? '' : `${selected} ${sitting.news?.turn ?? 0} ${sitting.news?.chain ?? ''}`;
    if (moment === zoneFor) return;
    this.zoneFor = moment;
    // The same unit keeps what it had until it is told anew.
    if (moment.split(' ')[0] !== zoneFor.split(' ')[0]) this.zone = undefined;
    if (selected === undefined) return;
    const tell = await this.put({ ask: 'zone', piece: selected });
    if (this.zoneFor === moment) this.zone = tell?.tell === 'zone' ? tell.zone : undefined;
  }

  /** Takes an order in hand to look at its odds. */
  async weigh(command: Json, words: string): Promise<Weighed> {
    const first: Weighed = { command, words, reasons: [], busy: true };
    this.letGo();
    this.weighed = first;
    const weighed = await this.foresee(first);
    if (this.weighed === first) this.weighed = weighed;
    return weighed;
  }

  private async foresee(weighed: Weighed): Promise<Weighed> {
    if (weighed.command === undefined) return weighed;
    const tell = await this.put({ ask: 'preview', command: weighed.command, answers: {} });
    if (tell?.tell !== 'forecast') return { ...weighed, busy: false, reasons: tell ? reasonsOf(tell) : [] };
    const { forecasts, working } = tell;
    const cost = tell.cost ? { cost: tell.cost } : {};
    return {
      ...weighed,
      busy: false,
      odds: showForecasts(forecasts, (piece) => this.sitting.piece(piece)?.name),
      working,
      ...cost,
    };
  }

  /** Thinks out a march or a turn; while it is being thought out only the last wish counts. */
  think(piece: number, intent: Intent): void {
    this.goal = undefined;
    const plan: Plan = {
      piece,
      intent,
      reasons: [],
      busy: true,
      ...(this.plan?.proposal ? { proposal: this.plan.proposal } : {}),
    };
    this.plan = plan;
    this.aim = undefined;
    this.weighed = undefined;
    if (this.planning) {
      this.planNext = plan;
      return;
    }
    void this.thinkOut(plan);
  }

  private async thinkOut(plan: Plan): Promise<void> {
    this.planning = true;
    const tell = await this.put({ ask: 'propose', piece: plan.piece, intent: plan.intent });
    this.planning = false;
    const next = this.planNext;
    this.planNext = undefined;
    if (next && this.plan) {
      if (tell?.tell === 'proposal') this.plan = { ...this.plan, proposal: tell.proposal };
      void this.thinkOut(next);
      return;
    }
    if (this.plan !== plan) return;
    const { piece, intent } = plan;
    this.plan =
      tell?.tell === 'proposal'
        ? { piece, intent, proposal: tell.proposal, reasons: [], busy: false }
        : { piece, intent, reasons: tell ? reasonsOf(tell) : [], busy: false };
  }

  /** Points at an enemy: fire and charge, each with its odds. */
  async point(target: number): Promise<void> {
    const piece = this.selected;
    if (piece === undefined) return;
    this.letGo();
    const aim: Aim = { target, ways: [] };
    this.aim = aim;
    for (const want of ['charge', 'fire'] as const) {
      const tell = await this.put({ ask: 'propose', piece, intent: { want, target } });
      if (!this.isAim(target) || !tell) return;
      const words = want === 'charge' ? 'Charge' : 'Fire';
      if (tell.tell !== 'proposal') {
        const weighed = { command: undefined, words, reasons: reasonsOf(tell), busy: false };
        this.addWay({ want, weighed, cost: '' });
        continue;
      }
      const command = tell.proposal.orders[0];
      const weighed = await this.foresee({ command, words, reasons: [], busy: true });
      if (!this.isAim(target)) return;
      this.addWay({ want, weighed, cost: tell.proposal.cost });
    }
  }

  private isAim(target: number): boolean {
    return this.aim?.target === target;
  }

  private addWay(way: Aim['ways'][number]): void {
    if (this.aim) this.aim = { ...this.aim, ways: [...this.aim.ways, way] };
  }

  /** Gives an order of the phase. One that ends it is asked about first, as long as units may still act. */
  async conclude(offer: Offer): Promise<void> {
    const isMeant = this.asked === offer || !endsPhase(offer) || this.idle.length === 0;
    if (isMeant) {
      // What is meant for this moment does not end the next one, however often it is said.
      if (!this.busy) await this.carry({ ask: 'order', command: offer.command, after: this.offersAfter });
      return;
    }
    this.letGo();
    this.asked = offer;
  }

  /** Gives an order. */
  async order(command: Json): Promise<boolean> {
    return this.carry({ ask: 'order', command });
  }

  /**
   * Carries out what was thought out. Where dice say how far, the first order is the roll: the way is then thought out again
   * with what they showed, and waits for another word.
   */
  async march(): Promise<void> {
    const { plan } = this;
    if (!plan?.proposal) return;
    const { piece, intent, proposal } = plan;
    const unit = this.sitting.piece(piece);
    // A unit that is on its way has rolled already: after these orders there is nothing left to think out.
    const isOnItsWay = this.sitting.news?.scene.active === piece;
    this.goal = unit && !isOnItsWay ? { piece: unit, intent } : undefined;
    for (const command of proposal.orders) {
      if (!(await this.order(command))) return;
    }
    this.selected = piece;
  }

  /** A unit that has rolled for its way, and stands where it stood, is shown how far it goes, once. */
  private async goOn(): Promise<void> {
    const { goal } = this;
    if (!goal || this.sitting.news?.scene.active !== goal.piece.id) return;
    this.goal = undefined;
    const { id, at, heading } = goal.piece;
    const now = this.sitting.piece(id);
    if (now?.at.x !== at.x || now.at.y !== at.y || now.heading !== heading) return;
    await this.thinkOut((this.plan = { piece: id, intent: goal.intent, reasons: [], busy: true }));
    if (this.plan && (this.plan.proposal?.orders.length ?? 0) === 0) this.plan = undefined;
  }

  /** Saves the game as a file; where that is not granted, the reason is told. */
  async save(): Promise<void> {
    const { news, turns, file } = this.sitting;
    const name = gameFile(news?.settings.title ?? '', news?.scene.standing.turn ?? 0, turns.length);
    try {
      await download(file, name);
      this.reasons = [];
    } catch (error) {
      this.reasons = [plain(whyOf(error).replace(/\.$/, ''))];
    }
  }

  /** Asks for something that changes the table. */
  async carry(ask: Ask): Promise<boolean> {
    this.busy = true;
    const tell = await this.put(ask);
    this.busy = false;
    if (tell?.tell !== 'done') return false;
    const { selected } = this;
    this.letGo();
    this.selected = selected;
    return true;
  }

  private async put(ask: Ask): Promise<Tell | undefined> {
    try {
      const tell = await this.sitting.ask(ask);
      if (ask.ask !== 'propose' && ask.ask !== 'preview' && ask.ask !== 'zone') this.reasons = reasonsOf(tell);
      return tell;
    } catch (error) {
      this.reasons = [plain(error instanceof Error ? error.message : String(error))];
      return undefined;
    }
  }
}
