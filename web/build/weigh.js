// What a first visit costs over the air, compressed as a server sends it, and whether that is too much.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const MOST = 1_500_000;
// Nine is nearly as small as eleven, in a tenth of the time.
const QUALITY = 9;

function weigh(file) {
  const bytes = readFileSync(join(DIST, file));
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return { file, plain: bytes.length, packed: brotliCompressSync(bytes, { params }).length };
}

const weights = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => weigh(join(entry.parentPath, entry.name).slice(DIST.length + 1)));
const total = weights.reduce((sum, one) => sum + one.packed, 0);
for (const { file, plain, packed } of weights)
  process.stdout.write(`${String(packed).padStart(9)} of ${String(plain).padStart(9)}  ${file}\n`);
process.stdout.write(`${String(total).padStart(9)} bytes in all, compressed; ${MOST} are the most\n`);
process.exit(total <= MOST ? 0 : 1);
