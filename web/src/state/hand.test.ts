import { describe, expect, it } from 'vitest';
import type { Ask, Intent, Json, News, Piece, Tell } from '../net/wire';
import { Hand } from './hand.svelte';
import type { Sitting } from './sitting.svelte';

/** A table where one unit rolls for its move, and then goes where it is sent. */
class Table {
  unit = { id: 7, name: '2nd Ohio', at: { x: 0, y: 0 }, heading: 0 } as unknown as Piece;
  active: number | null = null;
  turn = 0;
  asked: Ask[] = [];

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
    if (ask.ask === 'offers') return Promise.resolve({ tell: 'offers', offers: [], more: false });
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
