import { asker, type Ask } from './memory';

/** A numbered request to the worker, and its numbered answer. */
export interface Letter {
  number: number;
  text: string;
}

/** The first thing a worker is sent: the engine, compiled. */
export interface Opening {
  module: WebAssembly.Module;
}

let open: (ask: Ask) => void;
let fail: (reason: unknown) => void;
const engine = new Promise<Ask>((resolve, reject) => {
  open = resolve;
  fail = reject;
});

function answer({ number, text }: Letter): void {
  const fault = (reason: unknown): string =>
    JSON.stringify({ faults: [{ place: 'engine', reason: String(reason), hint: 'load the page again' }] });
  void engine
    .then((ask) => ask(text))
    .catch(fault)
    .then((reply) => {
      self.postMessage({ number, text: reply } satisfies Letter);
    });
}

self.addEventListener('message', (event: MessageEvent<Letter | Opening>) => {
  const { data } = event;
  if ('module' in data) WebAssembly.instantiate(data.module, {}).then((instance) => open(asker(instance)), fail);
  else answer(data);
});
