import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../test/chromium.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** They need the line of one facility to the insurer for themselves. */
const INSURER = ['**/insurance.journey.ts', '**/partial-refund.journey.ts'];

/** Journeys: a member of staff does a day's work in a real Chromium against a real server and database. */
export default defineConfig({
  testDir: path.join(root, 'tests/journeys'),
  outputDir: path.join(root, 'test-results'),
  // The same place whatever the group is called.
  snapshotPathTemplate: '{snapshotDir}/{testFileDir}/{testFileName}-snapshots/{arg}{-snapshotSuffix}{ext}',
  globalSetup: path.join(root, 'tests/journeys/start-system.ts'),
  workers: Number(process.env.NEPHRA_TEST_WORKERS ?? 2),
  fullyParallel: false,
  retries: 0,
  // Journeys wait for what people see and measure no time: a machine with much to do is slow, not wrong.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? path.join(root, 'test-results/report.json') }]],
  projects: [
    { name: 'desks', testMatch: '**/*.journey.ts', testIgnore: INSURER },
    // One after the other: they connect the same facility, take from the same queue and let the same platform fail.
    { name: 'insurer', testMatch: INSURER, workers: 1 },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGS },
  },
});
