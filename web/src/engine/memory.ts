/** What the engine's WebAssembly offers: room to write a request into, and an answer in linear memory. */
interface Exports {
  memory: WebAssembly.Memory;
  longroll_take(length: number): number;
  longroll_give(address: number, length: number): void;
  longroll_answer(address: number, length: number): bigint;
}

/** Asks the engine one request, both ways JSON text. */
export type Ask = (request: string) => string;

/** The engine inside an instance of its module. */
export function asker(instance: WebAssembly.Instance): Ask {
  const engine = instance.exports as unknown as Exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return (request) => {
    const bytes = encoder.encode(request);
    const room = engine.longroll_take(bytes.length);
    new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, engine.longroll_answer(room, bytes.length));
    const length = Number(packed >> 32n);
    const address = Number(packed & 0xffffffffn);
    const answer = decoder.decode(new Uint8Array(engine.memory.buffer, address, length));
    engine.longroll_give(address, length);
    return answer;
  };
}
