import type { Reply, Request } from './messages';
import engineUrl from '../../engine/engine.wasm?url';
import type { Letter, Opening } from './worker';

type Settle = (reply: Reply) => void;

/** Compiled once, for every worker. Streaming wants the right type of content, which a plain file server may not send. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(engineUrl);
  const isTyped = response.headers.get('content-type') === 'application/wasm';
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The engine in a worker of its own: requests out, replies back, in any order. */
export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Settle>();
  private last = 0;

  constructor() {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.worker.addEventListener('message', (event: MessageEvent<Letter>) => {
      const settle = this.waiting.get(event.data.number);
      this.waiting.delete(event.data.number);
      settle?.(JSON.parse(event.data.text) as Reply);
    });
    this.worker.addEventListener('error', (event) => this.fail(event.message));
    compiled ??= compile();
    compiled.then(
      (module) => this.worker.postMessage({ module } satisfies Opening),
      (reason: unknown) => this.fail(String(reason)),
    );
  }

  /** Whatever was asked comes back with the reason why there is no answer. */
  private fail(reason: string): void {
    const reply: Reply = { faults: [{ place: 'engine', reason, hint: 'load the page again' }] };
    for (const settle of this.waiting.values()) settle(reply);
    this.waiting.clear();
  }

  /** Asks, whatever the answer may be. */
  ask(request: Request): Promise<Reply> {
    this.last += 1;
    const number = this.last;
    return new Promise((settle) => {
      this.waiting.set(number, settle);
      this.worker.postMessage({ number, text: JSON.stringify(request) } satisfies Letter);
    });
  }
}

/** One engine settles what people do; the other reckons odds, so that a long sum never keeps a die waiting. */
export const umpire = new Engine();
let reckonerOpened: Engine | undefined;
export function reckoner(): Engine {
  reckonerOpened ??= new Engine();
  return reckonerOpened;
}
