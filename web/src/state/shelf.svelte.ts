import { SvelteMap } from 'svelte/reactivity';
import { umpire } from '../engine/client';
import { faultsOf, is } from '../engine/replies';
import type { Book, Fault, House, Title } from '../engine/messages';
import { title } from '../lib/words';
import { houses } from './house.svelte';

/** A rulebook that was asked for: open, or why it does not open. */
export type Opened = { book: Book } | { faults: Fault[] };

const nameOf = (slug: string, house: House): string => `${slug} ${JSON.stringify(house)}`;

/** The rulebooks, each asked for once and then kept. */
class Shelf {
  titles = $state.raw<Title[]>([]);
  faults = $state.raw<Fault[]>([]);
  private readonly opened = new SvelteMap<string, Opened>();
  private readonly asked = new Map<string, Promise<Opened>>();

  constructor() {
    void umpire.ask({ ask: 'shelf' }).then((reply) => {
      if (is(reply, 'shelf')) this.titles = reply.shelf;
      else this.faults = faultsOf(reply);
    });
  }

  /** What a rulebook is called; in plain words as long as nobody has looked. */
  titleOf(slug: string): string {
    return this.titles.find((book) => book.slug === slug)?.title ?? title(slug);
  }

  /** A rulebook as this table plays it; nothing while it is being opened. */
  book(slug: string): Opened | undefined {
    return this.opened.get(nameOf(slug, houses.of(slug)));
  }

  /** Sees to it that a rulebook is open. */
  open(slug: string): Promise<Opened> {
    const house = houses.of(slug);
    const name = nameOf(slug, house);
    const known = this.asked.get(name);
    if (known) return known;
    const asked = umpire.ask({ ask: 'book', table: { rulebook: slug, house } }).then((reply): Opened => {
      const opened = is(reply, 'book') ? { book: reply.book } : { faults: faultsOf(reply) };
      this.opened.set(name, opened);
      return opened;
    });
    this.asked.set(name, asked);
    return asked;
  }
}

export const shelf = new Shelf();
