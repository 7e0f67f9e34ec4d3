import { describe, expect, it } from 'vitest';
import type { Ask, Intent, Json, News, Offer, Piece, Tell } from '../net/wire';
import { Hand } from './hand.svelte';
import type { Sitting } from './sitting.svelte';

/** A table where one unit rolls for its move, and then goes where it is sent. */
class Table {
  unit = { id: 7, name: '2nd Ohio', at: { x: 0, y: 0 }, heading: 0 } as unknown as Piece;
  active: number | null = null;
  turn = 0;
  asked: Ask[] = [];
  offers: Offer[] = [];

  get news(): News {
    const scene = { active: this.active, pieces: [this.unit] };
    return {
      turn: this.turn,
      chain: String(this.turn),
      decision: { decision: 'your-order' },
      scene,
    } as unknown as News;
  }

  get pieces(): Piece[] {
    return [this.unit];
  }

  piece(id: number | null | undefined): Piece | undefined {
    return id === this.unit.id ? this.unit : undefined;
  }

  ask(ask: Ask): Promise<Tell> {
    this.asked.push(ask);
    if (ask.ask === 'offers') return Promise.resolve({ tell: 'offers', offers: this.offers, more: false });
    if (ask.ask === 'propose' && ask.intent.want === 'march') {
      const { to } = ask.intent;
      const orders: Json[] = this.active === null ? ['roll'] : [{ go: [to.x, to.y] }];
      const way = [this.unit.at, to];
      return Promise.resolve({ tell: 'proposal', proposal: { orders, way, heading: 0, cost: '', short: null } });
    }
    if (ask.ask === 'order') {
      const { command } = ask;
      this.turn += 1;
      this.active = this.unit.id;
      if (typeof command === 'object' && command !== null && 'go' in command) {
        const [x, y] = command['go'] as number[];
        this.unit = { ...this.unit, at: { x: x ?? 0, y: y ?? 0 } };
      }
    }
    return Promise.resolve({ tell: 'done' });
  }
}

const to = (x: number, y: number): Intent => ({ want: 'march', to: { x, y } });
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

async function rolled(): Promise<{ table: Table; hand: Hand }> {
  const table = new Table();
  const hand = new Hand(table as unknown as Sitting);
  hand.select(7);
  hand.think(7, to(0, 50));
  await settle();
  await hand.march();
  await hand.look();
  return { table, hand };
}

describe('a march', () => {
  it('waits for another word once its dice are known', async () => {
    const { table, hand } = await rolled();
    expect(hand.plan?.intent).toEqual(to(0, 50));
    expect(table.unit.at).toEqual({ x: 0, y: 0 });
    await hand.march();
    await hand.look();
    expect(table.unit.at).toEqual({ x: 0, y: 50 });
    expect(hand.plan).toBeUndefined();
  });

  it('is over after its last step, also where it was dragged elsewhere after the dice', async () => {
    const { table, hand } = await rolled();
    hand.think(7, to(30, 0));
    await settle();
    await hand.march();
    await hand.look();
    await settle();
    expect(table.unit.at).toEqual({ x: 30, y: 0 });
    expect(hand.plan).toBeUndefined();
    // And nothing was thought out behind its back.
    const last = table.asked.findLastIndex(({ ask }) => ask === 'order');
    expect(table.asked.slice(last).some(({ ask }) => ask === 'propose')).toBe(false);
  });
});

describe('the end of a phase', () => {
  const end: Offer = { command: { do: 'end-phase' }, words: 'end the phase', piece: null };
  const fire: Offer = { command: { do: 'fire' }, words: 'fire', piece: 7 };
  const conclude = async (...offers: Offer[]): Promise<{ table: Table; hand: Hand }> => {
    const table = new Table();
    table.offers = offers;
    const hand = new Hand(table as unknown as Sitting);
    await hand.look();
    await hand.conclude(offers[0] ?? end);
    return { table, hand };
  };
  const orders = (table: Table): number => table.asked.filter(({ ask }) => ask === 'order').length;

  it('is asked about once while units may still act', async () => {
    const { table, hand } = await conclude(end, fire);
    expect([hand.asked, hand.idle.length, orders(table)]).toEqual([end, 1, 0]);
    await hand.conclude(end);
    expect([hand.asked, orders(table)]).toEqual([undefined, 1]);
  });

  it('comes at once where nobody may, and a card is drawn at once', async () => {
    expect(orders((await conclude(end)).table)).toBe(1);
    const card: Offer = { command: { do: 'draw-card' }, words: 'draw', piece: null };
    expect(orders((await conclude(card, fire)).table)).toBe(1);
  });

  it('is put off by one step back, and units that may act are stepped through', async () => {
    const { table, hand } = await conclude(end, fire);
    hand.letGo();
    expect([hand.asked, orders(table)]).toEqual([undefined, 0]);
    hand.select(99);
    hand.step();
    expect(hand.selected).toBe(7);
  });
});
