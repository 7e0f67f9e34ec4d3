import { describe, expect, it } from 'vitest';
import { Line, LineLost, NoLine, type LineState, type Listener, type Socket, type World } from './line';
import type { Changed, Frame, News, Request } from './wire';

/** A socket that remembers what it was sent and says what a test wants. */
class FakeSocket implements Socket {
  sent: Request[] = [];
  onopen: WebSocket['onopen'] = null;
  onmessage: WebSocket['onmessage'] = null;
  onclose: WebSocket['onclose'] = null;

  send(data: unknown): void {
    this.sent.push(JSON.parse(String(data)) as Request);
  }

  close(): void {
    this.onclose?.call(this as unknown as WebSocket, {} as CloseEvent);
  }

  says(frame: unknown): void {
    const event = { data: JSON.stringify(frame as Frame) } as MessageEvent<string>;
    this.onmessage?.call(this as unknown as WebSocket, event);
  }
}

/** A world of fake sockets in which time passes when a test says so. */
class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  since: number[] = [];
  waits: { what: () => void; milliseconds: number }[] = [];

  open(since: number): Socket {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    this.since.push(since);
    return socket;
  }

  later(what: () => void, milliseconds: number): void {
    this.waits.push({ what, milliseconds });
  }

  chance(): number {
    return 0.5;
  }

  pass(): void {
    this.waits.shift()?.what();
  }

  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('nobody has opened a socket');
    return socket;
  }
}

class Heard implements Listener {
  states: LineState[] = [];
  all: (News | Changed)[] = [];
  news = (news: News): void => void this.all.push(news);
  changed = (changed: Changed): void => void this.all.push(changed);
  state = (state: LineState): void => void this.states.push(state);
}

const page = (number: number): object => ({ number, seat: 0, at: 0, note: 'said', text: 'x', to: 'all' });
const news = (pages: object[] = []): object => ({ what: 'news', news: { turn: 0, pages } });

function open(): { world: FakeWorld; heard: Heard; line: Line } {
  const [world, heard] = [new FakeWorld(), new Heard()];
  const line = new Line(world, heard);
  world.last.says(news([page(0), page(1)]));
  return { world, heard, line };
}

describe('a line to a table', () => {
  it('numbers what it asks and hands each answer to whoever asked', async () => {
    const { world, line } = open();
    const [first, second] = [line.ask({ ask: 'view' }), line.ask({ ask: 'roll' })];
    expect(world.last.sent.map((request) => request.number)).toEqual([1, 2]);
    world.last.says({ what: 'tell', number: 2, tell: { tell: 'done' } });
    world.last.says({ what: 'tell', number: 1, tell: { tell: 'view', view: 7 } });
    expect(await second).toEqual({ tell: 'done' });
    expect(await first).toEqual({ tell: 'view', view: 7 });
  });

  it('comes back by itself, says what it has read, and asks again what only looks', async () => {
    const { world, heard, line } = open();
    world.last.says({ what: 'changed', turn: 1, turns: 1, pages: [page(2)] });
    const looks = line.ask({ ask: 'offers' });
    const changes = line.ask({ ask: 'roll' });
    world.last.close();
    await expect(changes).rejects.toBeInstanceOf(LineLost);
    expect(heard.states.at(-1)).toBe('lost');
    world.pass();
    expect(world.since).toEqual([0, 3]);
    world.last.says(news());
    expect(heard.states.at(-1)).toBe('open');
    expect(world.last.sent.map((request) => (request.what === 'ask' ? request.ask.ask : ''))).toEqual(['offers']);
    world.last.says({ what: 'tell', number: 1, tell: { tell: 'offers', offers: [], more: false } });
    expect(await looks).toEqual({ tell: 'offers', offers: [], more: false });
  });

  it('sends no order while it is down, and says so; where units bear is looked at once it is back', async () => {
    const { world, line } = open();
    world.last.close();
    const looks = line.ask({ ask: 'zone', piece: 1 });
    await expect(line.ask({ ask: 'roll' })).rejects.toBeInstanceOf(NoLine);
    world.pass();
    world.last.says(news());
    expect(world.last.sent.map((request) => (request.what === 'ask' ? request.ask.ask : ''))).toEqual(['zone']);
    world.last.says({ what: 'tell', number: 1, tell: { tell: 'done' } });
    expect(await looks).toEqual({ tell: 'done' });
  });

  it('waits longer each time, and not for ever', () => {
    const { world } = open();
    for (let tries = 0; tries < 9; tries += 1) {
      world.last.close();
      if (tries < 8) world.pass();
    }
    expect(world.waits.at(-1)?.milliseconds).toBe(15_000);
  });

  it('takes a problem as the answer to what it belongs to', async () => {
    const { world, line } = open();
    const asked = line.ask({ ask: 'view' });
    world.last.says({ what: 'problem', number: 1, problem: 'too-often', why: 'too often', do: 'wait', faults: [] });
    await expect(asked).rejects.toThrow('too often: wait');
  });

  it('stays away when it is told to', () => {
    const { world, heard } = open();
    world.last.says({ what: 'bye', why: 'enough', again: false });
    world.last.close();
    expect(heard.states.at(-1)).toBe('closed');
    expect(world.waits).toEqual([]);
  });
});
