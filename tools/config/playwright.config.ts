import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { COMBINATIONS, type Combination } from '../../tests/journeys/languages/combination.ts';
import { shareOfElsewhere } from '../../tests/journeys/languages/elsewhere.ts';
import { CHROMIUM_ARGS, findChromium, SHORT_LIVED_ARGS } from '../test/chromium.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** They need the line of one facility to the insurer for themselves. */
const INSURER = ['**/insurance.journey.ts', '**/month-charge.journey.ts', '**/partial-refund.journey.ts'];

/**
 * Journeys are written for people who read simplified Chinese on a wide screen; NEPHRA_JOURNEY_LANGUAGE (zh, zhtw, en) and NEPHRA_JOURNEY_WIDTH
 * (1440, 1024, 390) let others do the same work. Those tagged `@once` say themselves which language or width they are about.
 */
const { NEPHRA_JOURNEY_LANGUAGE: language = 'zh', NEPHRA_JOURNEY_WIDTH: width = '1440' } = process.env;
const combination = COMBINATIONS.find((one) => one.language === language && one.width === Number(width));
if (!combination) throw new Error(`No journeys in the language ${language} on a screen ${width} wide.`);
/** `npm test` lets one journey, another one every day, be made by somebody who reads or sees it differently. */
const elsewhere = process.env.NEPHRA_JOURNEY_SHARE ? shareOfElsewhere() : undefined;

/** Journeys: a member of staff does a day's work in a real Chromium against a real server and database. */
export default defineConfig<object, { combination: Combination }>({
  testDir: path.join(root, 'tests/journeys'),
  // One for each engine: a run empties its own first, and what the journeys before it left of a failure stays.
  outputDir: path.join(root, 'test-results', process.env.NEPHRA_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded'),
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
    ...(elsewhere
      ? [
          {
            name: `${elsewhere.language} ${elsewhere.width}`,
            testMatch: `**/${elsewhere.file}.journey.ts`,
            // Afterwards: the same journey at the same time would meet itself.
            dependencies: ['desks', 'insurer'],
            use: { combination: { language: elsewhere.language, width: elsewhere.width } },
          },
        ]
      : []),
  ],
  use: {
    combination,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What a failed journey leaves otherwise: tests/journeys/pages/journey.ts. Traces took half of the processor's time of all journeys.
    // A key that never comes is told long before the journey's own limit: twice what an expectation waits.
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_ARGS, ...SHORT_LIVED_ARGS] },
  },
});
