// Asks the WebAssembly build every question of the questionnaire and compares its answers with the native ones, byte for
// byte. Usage: node check.mjs <wasm file> <questionnaire.jsonl>
import { readFileSync } from 'node:fs';

const [wasmFile, questionnaire] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), {});
const { memory, longroll_take, longroll_give, longroll_answer } = instance.exports;

function ask(request) {
  const bytes = new TextEncoder().encode(request);
  const room = longroll_take(bytes.length);
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  const packed = BigInt.asUintN(64, longroll_answer(room, bytes.length));
  const length = Number(packed >> 32n);
  const address = Number(packed & 0xffffffffn);
  const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, address, length));
  longroll_give(address, length);
  return answer;
}

let passed = 0;
let failed = 0;
for (const line of readFileSync(questionnaire, 'utf8').split('\n').filter(Boolean)) {
  const [request, expected] = JSON.parse(line);
  const answer = ask(request);
  if (answer === expected) {
    passed += 1;
  } else {
    failed += 1;
    console.error(`differs: ${request.slice(0, 200)}\n  native ${expected.slice(0, 300)}\n  wasm   ${answer.slice(0, 300)}`);
  }
}
console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
