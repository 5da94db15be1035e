import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDeskSimulator } from '../../plugins/insurance/testing/settle-desk.ts';
import type { DatabaseOptions } from '../../shell/server/db/index.ts';
import { createRandom } from '../../tools/seed/random.mjs';
import type { InsuranceSimulator } from '../../tools/sim/insurance/index.ts';
import { bundleForNode } from '../support/processes/bundle-for-node.ts';
import { startChild, type TalkingChild } from '../support/processes/child-process.ts';
import { effort, seedOfRun } from '../support/cases/effort.ts';
import { quickFolder } from '../support/processes/quick-folder.ts';
import { emptySnapshotFile } from '../support/databases/test-database.ts';
import type { InsuranceKillState } from './apps/insurance-app.ts';
import { faultsOf } from './histories/insurance-weather.ts';

const LIVES = effort('kills of a server that settles with an insurer', 2, 40);
const PATIENTS = 12;
const MINUTES_BETWEEN = 10;
const TOKEN = 'control-token-of-a-test';
const PATIENCE_MS = 240_000 + LIVES * 60_000;

let bundle: string;
let folder: string;
let baseSnapshot: string;
let platform: InsuranceSimulator;
const children: TalkingChild[] = [];

beforeAll(async () => {
  bundle = await bundleForNode({ 'insurance-app': 'tests/faults/apps/insurance-app.ts' });
  baseSnapshot = await emptySnapshotFile();
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
beforeEach(async () => {
  folder = quickFolder('nephra-insurance-');
  platform = await startDeskSimulator({ patients: PATIENTS, clock: () => new Date(), controlToken: TOKEN });
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(life: number, role: 'work' | 'finish'): TalkingChild {
  const database: DatabaseOptions = { kind: 'embedded', dataDir: join(folder, 'data'), baseSnapshot };
  const task = { database, platform: platform.url, token: TOKEN, patients: PATIENTS, minutesLater: life * MINUTES_BETWEEN, seed: seedOfRun + life, role };
  const child = startChild(join(bundle, 'insurance-app.mjs'), task);
  children.push(child);
  return child;
}

describe('[M3] settling with an insurer and SIGKILL', () => {
  test(
    `killed ${LIVES} times in the midst of random histories: three resolver cycles later both ledgers agree`,
    async () => {
      const random = createRandom(seedOfRun);
      let begun = 0;
      for (let life = 0; life < LIVES; life += 1) {
        const child = start(life, 'work');
        platform.control.clearFaults();
        platform.control.faults(faultsOf(seedOfRun + life));
        await child.many('at ', 2 + random.below(12));
        // However early the kills come, money has moved.
        if (life === 0) await child.line('stands');
        // waits: the moment of death is the point, and any is right
        await pause(random.below(400));
        await child.kill();
        begun += child.lines.filter((line) => line === 'begun').length;
      }
      platform.control.clearFaults();
      platform.control.release();
      const last = start(LIVES, 'finish');
      const state = JSON.parse(await last.line('state ')) as InsuranceKillState;
      console.info(`${LIVES} kills in ${begun} histories: ${JSON.stringify(state.states)}`);
      expect(state.wrong).toEqual([]);
      expect(begun).toBeGreaterThan(LIVES);
      const over = ['settled', 'cancelled', 'abandoned'];
      expect(Object.keys(state.states).filter((one) => !over.includes(one))).toEqual([]);
      expect(state.states.settled ?? 0).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});
