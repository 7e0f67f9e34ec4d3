import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// The browser of the system: none is fetched.
const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PORT = 4188;
// The server that cargo built, with an empty store of its own. It serves the page as it was built last, and believes tests that
// say where they come from.
const longroll = resolve(process.env['LONGROLL'] ?? '../target/debug/longroll');
const store = join(mkdtempSync(join(tmpdir(), 'longroll-')), 'tables.db');

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // Dice fall as they like, and a busy machine may miss a beat: where nobody looks on, a test is tried again and reported so.
  retries: process.env['CI'] ? 2 : 0,
  workers: 2,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
  projects: [
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } }, testIgnore: /sheet/ },
    {
      name: 'phone',
      use: { ...devices['Pixel 5'], viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
      testIgnore: /keys/,
    },
  ],
  webServer: {
    command: `${longroll} serve --listen 127.0.0.1:${PORT} --database sqlite:${store} --log silent --behind-proxy`,
    url: `http://127.0.0.1:${PORT}/health`,
    reuseExistingServer: false,
  },
});
