import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseOptions } from '../../shell/server/db/index.ts';
import { bundleForNode } from '../support/processes/bundle-for-node.ts';
import { startChild, type TalkingChild } from '../support/processes/child-process.ts';
import { shareOf } from '../support/cases/effort.ts';
import { quickFolder } from '../support/processes/quick-folder.ts';
import { emptySnapshotFile } from '../support/databases/test-database.ts';
import type { MonthRunState } from './apps/month-run-app.ts';

const PATIENTS = 24;
const SESSIONS = 3;
const LINES = 6;
/** Different moments: right after the start, between two patients and anywhere within one. */
const KILLS = [
  { patients: 1, ms: 0 },
  { patients: 3, ms: 7 },
  { patients: 4, ms: 21 },
];
/** Of any two, one lets the killed process settle somebody. */
const KILLS_OF_A_RUN = 2;
const PATIENCE_MS = 240_000;

let bundle: string;
let folder: string;
let baseSnapshot: string;
const children: TalkingChild[] = [];

beforeAll(async () => {
  bundle = await bundleForNode({ 'month-run-app': 'tests/faults/apps/month-run-app.ts' });
  baseSnapshot = await emptySnapshotFile();
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
beforeEach(() => {
  folder = quickFolder('nephra-month-');
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  rmSync(folder, { recursive: true, force: true });
});

function start(): TalkingChild {
  const database: DatabaseOptions = { kind: 'embedded', dataDir: join(folder, 'data'), baseSnapshot };
  const child = startChild(join(bundle, 'month-run-app.mjs'), { database, patients: PATIENTS, sessions: SESSIONS, leaseMs: 400 });
  children.push(child);
  return child;
}

describe('[7.8-01] a month run and SIGKILL', () => {
  test(
    'killed again and again it goes on by itself and finishes without a double line or a lost one',
    async () => {
      for (const { patients, ms } of shareOf('kills of a month run', KILLS, KILLS_OF_A_RUN)) {
        const child = start();
        await child.many('at ', patients);
        // waits: the moment of death is the point, and any is right
        await pause(ms);
        await child.kill();
      }
      const last = start();
      const state = JSON.parse(await last.line('state ')) as MonthRunState;
      expect(await last.exited()).toBe(0);
      // The killed ones had settled somebody, so the last one did not do it all.
      expect(last.lines.filter((line) => line.startsWith('at ')).length).toBeLessThan(PATIENTS);
      expect(state).toMatchObject({
        runState: 'done',
        items: { done: PATIENTS },
        bills: PATIENTS,
        billedPatients: PATIENTS,
        open: 0,
        billLines: PATIENTS * SESSIONS * LINES,
        lines: PATIENTS * SESSIONS * LINES,
        broken: [],
      });
      expect(state.billed).toBe(state.prescribed);
    },
    PATIENCE_MS,
  );
});
