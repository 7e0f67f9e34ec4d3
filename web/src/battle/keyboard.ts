import { tick } from 'svelte';
import { isWriting } from '../lib/keys';
import type { Hand } from '../state/hand.svelte';
import { settings } from '../state/settings.svelte';
import { arrow, beginMarch, moveGoal, targets } from './keys';

/** What of a map answers to keys. */
export interface MapKeys {
  nearer(by: number): void;
  shift(dx: number, dy: number): void;
  whole(): void;
  turnOn(what: 'bare' | 'rings' | 'thread'): void;
}

/** What of a page answers to keys. */
export interface PageKeys {
  map(): MapKeys | undefined;
  isOnMap(): boolean;
  /** Puts the focus on the map, so that the next keys are meant for what is thought of there. */
  toMap(): void;
  /** A question or dice that wait; whether they took the key. */
  waiting(key: string): boolean;
  wheel(by: 1 | -1): void;
  undo(): void;
  back(): void;
  show(what: 'orders' | 'units' | 'journal' | 'around' | 'menu'): void;
  light(ids: number[]): void;
}

/** How far an arrow scrolls, in pixels, and a key zooms. */
const SCROLL = 80;
/** The orders of the chosen unit. */
export const ORDERS = '[data-testid=orders] button';
const NEARER = 1.4;

/** Puts the focus on the first thing that is there, once all are drawn. */
export async function focusOn(...selectors: string[]): Promise<void> {
  await tick();
  const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
  found.find((element) => element !== null)?.focus();
}

/** Whether a key belongs to whatever has the focus. */
const isHeld = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target instanceof HTMLInputElement;

/** Whether what has the focus is an order of the list that lies open already, with its odds. */
const isChosen = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[data-chosen]');

/** A battle by keys alone. */
export class Keyboard {
  private readonly plain: Readonly<Record<string, () => void>>;

  constructor(
    private readonly hand: Hand,
    private readonly page: PageKeys,
  ) {
    const { map } = page;
    this.plain = {
      escape: () => page.back(),
      m: () => this.march(),
      f: () => this.aim(1, true),
      c: () => this.aim(1, false),
      o: () => this.show('orders', ORDERS, '[data-testid=general]'),
      ',': () => page.wheel(-1),
      '.': () => page.wheel(1),
      l: () => page.show('around'),
      q: () => this.lightCommand(),
      r: () => map()?.turnOn('rings'),
      t: () => map()?.turnOn('thread'),
      h: () => map()?.turnOn('bare'),
      b: () => settings.nextStyle(),
      j: () => this.show('journal', '#journal-title'),
      y: () => this.show('journal', '[data-chat]'),
      '+': () => map()?.nearer(NEARER),
      '=': () => map()?.nearer(NEARER),
      '-': () => map()?.nearer(1 / NEARER),
      '0': () => map()?.whole(),
      '?': () => page.show('menu'),
    };
  }

  /** Takes a key, if it is an order. */
  press(event: KeyboardEvent): void {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (!this.takes(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private takes(event: KeyboardEvent): boolean {
    const letter = event.key.toLowerCase();
    // Whoever writes has his own undo.
    if (isWriting(event.target)) {
      if (letter === 'escape' && event.target instanceof HTMLElement) event.target.blur();
      return false;
    }
    if (event.ctrlKey || event.metaKey) return !event.shiftKey && this.withControl(letter);
    if (event.altKey) {
      if (letter === 'q') this.show('units', '#forces-title');
      return letter === 'q';
    }
    if (letter === 'tab') return this.page.isOnMap() && this.hand.next(event.shiftKey ? -1 : 1);
    return this.page.waiting(event.key) || this.arrows(event) || this.letters(letter, event);
  }

  private withControl(letter: string): boolean {
    if (letter === 'z') this.page.undo();
    else if (letter === 's') void this.hand.save();
    else return false;
    return true;
  }

  private arrows(event: KeyboardEvent): boolean {
    const way = arrow(event.key);
    const { ground } = this.hand.sitting;
    if (!way || !ground) return false;
    if (moveGoal(this.hand, ground, way, event.shiftKey)) return true;
    if (this.hand.aim) this.aim(way[0] + way[1] > 0 ? 1 : -1, false);
    else this.page.map()?.shift(way[0] * SCROLL, way[1] * SCROLL);
    return true;
  }

  private letters(letter: string, { target, repeat }: KeyboardEvent): boolean {
    if (letter === 'enter' || letter === ' ') {
      // A key that is held down is one press: what it has brought up it does not give as well.
      if (repeat) return true;
      if (letter === 'enter' && isChosen(target)) return this.confirm();
      if (isHeld(target)) return false;
      if (letter === ' ') this.click('[data-testid=general]');
      // What ends something is not put under the next touch of the same key.
      else if (!this.click('[data-confirm]')) this.show('orders', ORDERS);
      return true;
    }
    const does = this.plain[letter];
    does?.();
    return does !== undefined;
  }

  /** Gives the order that was chosen from the list, once its odds are there. */
  private confirm(): boolean {
    if (this.hand.busy || this.hand.weighed?.busy) return true;
    return this.click('[data-confirm]');
  }

  private click(selector: string): boolean {
    const button = document.querySelector<HTMLButtonElement>(`${selector}:not(:disabled)`);
    button?.click();
    return button !== null;
  }

  private show(what: 'orders' | 'units' | 'journal', ...selectors: string[]): void {
    this.page.show(what);
    void focusOn(...selectors);
  }

  private march(): void {
    const { ground, news } = this.hand.sitting;
    if (!ground || news?.decision.decision !== 'your-order') return;
    this.page.toMap();
    beginMarch(this.hand, ground);
  }

  /** The next target of the chosen unit, or the one before; where it is to fire, those it bears upon come first. */
  private aim(by: 1 | -1, fires: boolean): void {
    const { piece, sitting, zone } = this.hand;
    if (!piece || !sitting.ground) return;
    this.page.toMap();
    const all = targets(piece, sitting.pieces, sitting.ground, (fires && zone?.targets) || []);
    const at = all.findIndex((target) => target.id === this.hand.aim?.target);
    const next = all[(at + by + all.length) % all.length];
    if (next) void this.hand.point(next.id);
  }

  private lightCommand(): void {
    const of = this.hand.piece?.under[0];
    const same = this.hand.sitting.pieces.filter((piece) => of !== undefined && piece.under[0] === of);
    this.page.light(same.map((piece) => piece.id));
  }
}
