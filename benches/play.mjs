// How long it takes from `make play` on a warm build to a page one can play on, and to the first map.
//
//     make play-time        (needs a browser, which CHROMIUM names; `make play` has to have been built before)
//
// LONGROLL names a program that is started instead of `make play`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(join(ROOT, 'web/package.json'))('@playwright/test');
const ADDRESS = '127.0.0.1:4187';
const MUST = { playable: 2_000, map: 1_000 };

const folder = mkdtempSync(join(tmpdir(), 'longroll-play-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
const page = await browser.newPage();
const say = (what, took, most) => console.log(`${what}: ${Math.round(took)} ms (must ${most} ms)`);

// The server ends with the group it was started in; `make` alone would leave it behind.
const began = performance.now();
const options = ['--listen', ADDRESS, '--database', `sqlite:${join(folder, 'play.db')}`];
const [program, words] = process.env.LONGROLL
  ? [process.env.LONGROLL, ['serve', '--log', 'silent', ...options]]
  : ['make', ['--silent', 'play', `SERVE=${options.join(' ')}`]];
const make = spawn(program, words, { cwd: ROOT, detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  for (;;) {
    const there = await fetch(`http://${ADDRESS}/health`).then((answer) => answer.ok, () => false);
    if (there) break;
    await new Promise((done) => setTimeout(done, 10));
  }
  console.log(`the server answers: ${Math.round(performance.now() - began)} ms after make`);
  await page.goto(`http://${ADDRESS}/`);
  const go = page.getByRole('button', { name: 'Beat the long roll' });
  await go.waitFor();
  await go.click({ trial: true });
  say('from make play to a playable page', performance.now() - began, MUST.playable);
  await go.click();
  await page.locator('[data-piece]').first().waitFor();
  const paints = [];
  for (let round = 0; round < 5; round += 1) {
    const from = performance.now();
    await page.reload({ waitUntil: 'commit' });
    await page.locator('[data-piece]').first().waitFor();
    paints.push(performance.now() - from);
  }
  say('first map paint, middle of five', paints.sort((a, b) => a - b)[2], MUST.map);
} finally {
  await browser.close();
  process.kill(-make.pid, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
