import type { Ask, Changed, Frame, News, Request, Tell } from './wire';

/** How the line to a table is. */
export type LineState = 'joining' | 'open' | 'lost' | 'closed';

/** Whoever listens to a line. */
export interface Listener {
  news(news: News): void;
  changed(changed: Changed): void;
  state(state: LineState, why: string): void;
}

/** What a line needs of the world, so that a test can be one. */
export interface World {
  open(since: number): Socket;
  later(what: () => void, milliseconds: number): unknown;
  chance(): number;
}

/** The part of a WebSocket that is used. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** The line broke before the answer came: the news say whether it counted. */
export class LineLost extends Error {
  static readonly why = 'the line broke before the answer came: look at the journal whether it counted';

  constructor() {
    super(LineLost.why);
  }
}

/** There is no line just now: what changes something waits until somebody asks for it again. */
export class NoLine extends Error {
  static readonly why = 'the line to the table is down, so nothing was sent: ask again when it is back';

  constructor() {
    super(NoLine.why);
  }
}

interface Waiting {
  ask: Ask;
  tell: (tell: Tell) => void;
  fail: (error: Error) => void;
}

/** What only looks may be asked again on a new line. */
const LOOKS: readonly string[] = ['offers', 'preview', 'propose', 'story', 'scene', 'view', 'zone'];
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/**
 * The line of one seat to its table. It numbers what is asked, comes back by itself when it breaks, and then says which page of
 * the journal it has not read. Nothing is believed before the table has said it.
 */
export class Line {
  private socket: Socket | undefined;
  private isOpen = false;
  private isDone = false;
  private number = 0;
  private tries = 0;
  private since: number;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
    since = 0,
  ) {
    this.since = since;
    this.join();
  }

  /** Asks something of the table. */
  ask(ask: Ask): Promise<Tell> {
    return new Promise((tell, fail) => {
      this.number += 1;
      this.waiting.set(this.number, { ask, tell, fail });
      if (this.isOpen) this.send({ what: 'ask', number: this.number, ask });
      else if (!LOOKS.includes(ask.ask)) this.drop(this.number, new NoLine());
    });
  }

  /** Hangs up for good. */
  close(): void {
    this.isDone = true;
    this.socket?.close();
    for (const number of this.waiting.keys()) this.drop(number);
    this.listener.state('closed', '');
  }

  /** Breaks the line as a bad network does; it comes back by itself. */
  break(): void {
    this.socket?.close();
  }

  private join(): void {
    this.listener.state('joining', '');
    const socket = this.world.open(this.since);
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as Frame);
    socket.onclose = () => this.lost(socket);
  }

  private hear(frame: Frame): void {
    switch (frame.what) {
      case 'news':
        this.read(frame.news.pages);
        this.listener.news(frame.news);
        this.opened();
        break;
      case 'changed':
        this.read(frame.pages ?? []);
        this.listener.changed(frame);
        break;
      case 'tell':
        this.waiting.get(frame.number)?.tell(frame.tell);
        this.waiting.delete(frame.number);
        break;
      case 'problem':
        if (frame.number === undefined || frame.number === null) return;
        this.waiting.get(frame.number)?.fail(new Error(`${frame.why}: ${frame.do}`));
        this.waiting.delete(frame.number);
        break;
      case 'bye':
        this.isDone ||= !frame.again;
        if (this.isDone) this.listener.state('closed', frame.why);
        break;
      case 'pong':
        break;
    }
  }

  private read(pages: readonly { number: number }[]): void {
    for (const page of pages) this.since = Math.max(this.since, page.number + 1);
  }

  /** The first news are there: whatever only looks is asked again. */
  private opened(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.tries = 0;
    this.listener.state('open', '');
    for (const [number, { ask }] of this.waiting) this.send({ what: 'ask', number, ask });
  }

  private lost(socket: Socket): void {
    if (socket !== this.socket) return;
    this.isOpen = false;
    for (const [number, { ask }] of this.waiting) if (!LOOKS.includes(ask.ask)) this.drop(number);
    if (this.isDone) return;
    this.listener.state('lost', '');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.5 + this.world.chance());
    this.tries += 1;
    this.world.later(() => {
      if (!this.isDone) this.join();
    }, wait);
  }

  private drop(number: number, error: Error = new LineLost()): void {
    this.waiting.get(number)?.fail(error);
    this.waiting.delete(number);
  }

  private send(request: Request): void {
    this.socket?.send(JSON.stringify(request));
  }
}

/** The world as a browser has it. */
export function browserWorld(table: string, seat: number | undefined): World {
  return {
    open(since) {
      const url = new URL(`./api/v1/tables/${table}/socket`, location.href);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      url.hash = '';
      url.searchParams.set('since', String(since));
      if (seat !== undefined) url.searchParams.set('seat', String(seat));
      return new WebSocket(url);
    },
    later: (what, milliseconds) => setTimeout(what, milliseconds),
    chance: Math.random,
  };
}
