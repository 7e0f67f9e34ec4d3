import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ask, Intent, Json, News, Offer, Piece, Tell } from '../net/wire';
import { Hand, PAUSE } from './hand.svelte';
import type { Sitting } from './sitting.svelte';

/** A table where one unit rolls for its move, and then goes where it is sent. */
class Table {
  unit = { id: 7, name: '2nd Ohio', at: { x: 0, y: 0 }, heading: 0 } as unknown as Piece;
  active: number | null = null;
  turn = 0;
  asked: Ask[] = [];
  offers: Offer[] = [];
  phase = 'Draw';

  get news(): News {
    const standing = { turn: 1, side: 'union', phase: this.phase };
    const scene = { active: this.active, pieces: [this.unit], standing };
    return {
      turn: this.turn,
      turns: this.turn,
      chain: String(this.turn),
      decision: { decision: 'your-order' },
      scene,
    } as unknown as News;
  }

  get turns(): number[] {
    return Array.from({ length: this.turn }, (_, turn) => turn + 1);
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
  it('puts down a plan when another order is looked at', async () => {
    const hand = new Hand(new Table() as unknown as Sitting);
    hand.select(7);
    hand.think(7, to(5, 5));
    await settle();
    expect(hand.plan?.proposal).toBeDefined();
    await hand.weigh('fire', 'fires');
    expect([hand.plan, hand.aim, hand.weighed?.words]).toEqual([undefined, undefined, 'fires']);
  });

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

describe('those who are not on the map', () => {
  const come = (hex: string): Offer => ({
    command: { go: [1, 1] },
    words: `5th Alabama goes to hex ${hex}`,
    piece: 22,
  });
  const on: Offer = { command: { go: [0, 0] }, words: '5th Alabama comes on in hex 0104', piece: 22 };
  const end: Offer = { command: { do: 'end-phase' }, words: 'end the phase', piece: null };
  const roll: Offer = { command: { do: 'roll' }, words: 'roll for the brigade of Davis', piece: 20_010 };
  const table = new Table();
  const hand = new Hand(table as unknown as Sitting, () => true);

  it('are named, chosen in their turn, and keep a phase from ending unasked', async () => {
    table.offers = [roll, on, come('0103'), end];
    await hand.look();
    expect(hand.absent.map(({ id, name, offers }) => [id, name, offers.length])).toEqual([[22, '5th Alabama', 2]]);
    expect([hand.general, hand.idle.length]).toEqual([[end, roll], 1]);
    hand.next(1);
    expect([hand.away?.name, hand.own]).toEqual(['5th Alabama', [on, come('0103')]]);
    await hand.conclude(end);
    expect(hand.asked).toBe(end);
  });

  it('are no formations: what those may do stands with the orders of the phase, after them', async () => {
    const other = new Table();
    const [futile, accept]: Offer[] = ['gives up its attack', 'tries to accept the order'].map((words) => ({
      command: words,
      words: `Third Division ${words}`,
      piece: 20_003,
    }));
    const writes = ['Heth', 'Pender'].map((to): Offer => ({
      command: to,
      words: `Gen. Lee writes to ${to}`,
      piece: 9,
    }));
    if (!futile || !accept) throw new Error('there are two');
    other.offers = [futile, accept, ...writes, end];
    const about = { formations: [{ id: 'third', name: 'Third Division', under: null }] };
    const led = new Hand(Object.assign(other, { about }) as unknown as Sitting);
    await led.look();
    expect(led.absent.map(({ id }) => id)).toEqual([9]);
    expect(led.general).toEqual([end, futile, accept]);
    // Also one order alone, which tells no name.
    other.offers = [futile, end];
    other.turn += 1;
    await led.look();
    expect([led.absent, led.general, led.idle]).toEqual([[], [end, futile], []]);
  });

  it('have the same name where every order of them reads alike', async () => {
    const other = new Table();
    other.offers = [come('0103'), come('0101'), end];
    const far = new Hand(other as unknown as Sitting);
    await far.look();
    expect(far.absent[0]?.name).toBe('5th Alabama');
  });
});

describe('a step in which nothing can be done', () => {
  const end: Offer = { command: { do: 'end-declaration' }, words: 'no more fire', piece: null };
  const orders = (table: Table): Ask[] => table.asked.filter(({ ask }) => ask === 'order');
  const shown = async (offers: Offer[], passes = true): Promise<{ table: Table; hand: Hand }> => {
    const table = new Table();
    table.offers = offers;
    const hand = new Hand(table as unknown as Sitting, () => passes);
    void hand.look();
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    expect(orders(table)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    return { table, hand };
  };
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('passes by itself once it has been seen, for that moment only', async () => {
    expect(orders((await shown([end])).table)).toEqual([{ ask: 'order', command: end.command, after: 0 }]);
    expect(orders((await shown([end], false)).table)).toEqual([]);
  });

  it('is not one where there is a choice, or a card to draw', async () => {
    const fire: Offer = { command: { do: 'fire' }, words: 'fire', piece: 7 };
    const card: Offer = { command: { do: 'draw-card' }, words: 'draw', piece: null };
    for (const offers of [[end, fire], [card]]) expect(orders((await shown(offers)).table)).toEqual([]);
    const table = new Table();
    table.offers = [end];
    table.unit = { ...table.unit, may_act: true };
    void new Hand(table as unknown as Sitting, () => true).look();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(orders(table)).toEqual([]);
  });

  it('is not one in which something was done, which may be taken back', async () => {
    const fire: Offer = { command: { do: 'fire' }, words: 'fire', piece: 7 };
    const { table, hand } = await shown([end, fire]);
    await hand.order(fire.command);
    table.offers = [end];
    void hand.look();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(orders(table)).toHaveLength(1);
  });

  it('is taken back with the order before it, and stays when somebody went back to it', async () => {
    const card: Offer = { command: { do: 'draw-card' }, words: 'draw', piece: null };
    const { table, hand } = await shown([card]);
    await hand.conclude(card);
    [table.offers, table.phase] = [[end], 'Fire Phase'];
    void hand.look();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(table.turn).toBe(2);
    await hand.undo();
    expect(table.asked.at(-1)).toEqual({ ask: 'undo', to: 0 });
    table.turn = 0;
    const before = orders(table).length;
    void hand.look();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(orders(table)).toHaveLength(before);
  });
});

describe('standing orders', () => {
  it('are not lost to whoever leaves the next before the last has come back', async () => {
    const table = new Table();
    const hand = new Hand(table as unknown as Sitting);
    await hand.leave('first-fire', 'no');
    await hand.leave('retreat-path', 'first');
    await hand.leave('first-fire', '');
    const left = table.asked.flatMap((ask) => (ask.ask === 'standing' ? [ask.orders] : []));
    expect(left).toEqual([
      { 'first-fire': 'no' },
      { 'first-fire': 'no', 'retreat-path': 'first' },
      { 'retreat-path': 'first' },
    ]);
  });
});
