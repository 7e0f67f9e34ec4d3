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
const NEARER = 1.4;

/** Puts the focus on the first of some things, once they are drawn. */
export async function focusOn(selector: string): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** Whether a key belongs to whatever has the focus. */
const isHeld = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target instanceof HTMLInputElement;

/** A battle by keys alone. */
export class Keyboard {
  private readonly plain: Readonly<Record<string, () => void>>;

  constructor(
    private readonly hand: Hand,
    private readonly page: PageKeys,
  ) {
    const { map } = page;
    const orders = '[data-testid=orders] button, [data-testid=general]';
    this.plain = {
      escape: () => page.back(),
      m: () => this.march(),
      f: () => this.aim(1),
      c: () => this.aim(1),
      o: () => this.show('orders', orders),
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
    if (event.ctrlKey || event.metaKey) return this.withControl(letter);
    if (event.altKey) {
      if (letter === 'q') this.show('units', '#forces-title');
      return letter === 'q';
    }
    if (isWriting(event.target)) {
      if (letter === 'escape' && event.target instanceof HTMLElement) event.target.blur();
      return false;
    }
    if (letter === 'tab') return this.page.isOnMap() && this.hand.next(event.shiftKey ? -1 : 1);
    return this.page.waiting(event.key) || this.arrows(event) || this.letters(letter, event.target);
  }

  private withControl(letter: string): boolean {
    if (letter === 'z') this.page.undo();
    else if (letter === 's') location.assign(`./api/v1/tables/${this.hand.sitting.table}/export`);
    else return false;
    return true;
  }

  private arrows(event: KeyboardEvent): boolean {
    const way = arrow(event.key);
    const { ground } = this.hand.sitting;
    if (!way || !ground) return false;
    if (moveGoal(this.hand, ground, way, event.shiftKey)) return true;
    if (this.hand.aim) this.aim(way[0] + way[1] > 0 ? 1 : -1);
    else this.page.map()?.shift(way[0] * SCROLL, way[1] * SCROLL);
    return true;
  }

  private letters(letter: string, target: EventTarget | null): boolean {
    if (letter === 'enter' || letter === ' ') {
      if (isHeld(target)) return false;
      if (letter === ' ') this.click('[data-testid=general]');
      else if (!this.click('[data-confirm]')) this.show('orders', '[data-testid=orders] button, [data-testid=general]');
      return true;
    }
    const does = this.plain[letter];
    does?.();
    return does !== undefined;
  }

  private click(selector: string): boolean {
    const button = document.querySelector<HTMLButtonElement>(`${selector}:not(:disabled)`);
    button?.click();
    return button !== null;
  }

  private show(what: 'orders' | 'units' | 'journal', selector: string): void {
    this.page.show(what);
    void focusOn(selector);
  }

  private march(): void {
    const { ground, news } = this.hand.sitting;
    if (ground && news?.decision.decision === 'your-order') beginMarch(this.hand, ground);
  }

  /** The next target of the chosen unit, or the one before. */
  private aim(by: 1 | -1): void {
    const { piece, sitting } = this.hand;
    if (!piece || !sitting.ground) return;
    const all = targets(piece, sitting.pieces, sitting.ground);
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
