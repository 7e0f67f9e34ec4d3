import type { Lit } from '../engine/messages';

/** What lies over the page at the moment: a rule, or a chart with its cells lit. */
export type Shown = { rule: string; book: string } | { chart: string; book: string; lit: Lit[] };

class Cited {
  shown = $state.raw<Shown>();

  show(book: string, rule: string): void {
    this.shown = { book, rule };
  }

  chart(book: string, chart: string, lit: Lit[]): void {
    this.shown = { book, chart, lit };
  }

  close(): void {
    this.shown = undefined;
  }
}

export const cited = new Cited();
