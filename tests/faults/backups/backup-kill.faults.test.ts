import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BackupRow, BackupSettings, BackupStatus } from '../../../plugins/data/contract/backup/backup.contract.ts';
import { longRun } from '../../support/cases/effort.ts';
import { type Caller, killsOfRun, openDemoHospital, signIn } from '../../support/demo-hospital.ts';

/** A start, a backup of the demo data, its verification, and the 90 s until the run of the dead server is noticed: for the long run alone. */
const MAX_MS_PER_KILL = 300_000;
const BACKUP = '/api/system/DataBackup';
/** When the server dies: at once, while rows are read, while the file is ended; 0 to 1.6 s after the start of the backup. */
const pauseBeforeKillMs = (round: number): number => (round % 9) * 200;

async function asked<T>(caller: Caller, ...request: Parameters<Caller['call']>): Promise<T> {
  const { code, data, msg } = await caller.call<T>(...request);
  expect({ code, msg: code === 200 ? '' : msg }).toEqual({ code: 200, msg: '' });
  return data;
}

async function keepPassphrase(caller: Caller): Promise<void> {
  const settings = await asked<BackupSettings>(caller, 'GET', `${BACKUP}/Actions/Settings`);
  await asked(caller, 'PUT', `${BACKUP}/Actions/Settings`, { ...settings, passphrase: 'four quiet words here' });
}

const begin = async (caller: Caller, key: string): Promise<string> => (await asked<{ id: string }>(caller, 'POST', BACKUP, undefined, key)).id;
const rowsOf = async (caller: Caller): Promise<readonly BackupRow[]> =>
  (await asked<{ list: readonly BackupRow[] }>(caller, 'GET', `${BACKUP}?pageSize=100`)).list;

async function untilIdle(caller: Caller): Promise<void> {
  // waits: until the server says that nothing is under way; the test's own limit ends it
  while ((await asked<BackupStatus>(caller, 'GET', `${BACKUP}/Actions/Status`)).run) await pause(100);
}

for (const { engine, rounds } of killsOfRun('backup', { all: 9, count: 1, turn: 1 }))
  it.skipIf(!longRun)(
    `[2.5-06] SIGKILL in the middle of a backup (${engine}): no half of one is taken for whole, and the next one is made and can be restored`,
    async (test) => {
      const hospital = await openDemoHospital(engine);
      if (typeof hospital === 'string') return test.skip(hospital);
      try {
        await hospital.newDay();
        for (const round of rounds) {
          const dying = await hospital.start();
          const before = await signIn(dying, 'admin');
          if (round === rounds[0]) await keepPassphrase(before);
          const cut = await begin(before, `backup-cut-off-${round}`);
          // waits: the moment of death is the point, and any is right
          await pause(pauseBeforeKillMs(round));
          await dying.kill();

          const system = await hospital.start();
          const caller = await signIn(system, 'admin');
          await untilIdle(caller);
          const found = (await rowsOf(caller)).find(({ id }) => id === cut);
          // It had ended, or its end was seen by nobody; the scheduler may also have made up for a run that had not begun.
          expect(['done', 'interrupted', 'waiting']).toContain(found?.state);
          if (found?.state !== 'done') expect(found).toMatchObject({ fileName: '', fileUrl: '', fileSize: 0 });

          const whole = found?.state === 'waiting' ? cut : await begin(caller, `backup-whole-${round}`);
          if (whole === cut) await asked(caller, 'POST', BACKUP, undefined, `backup-whole-${round}`);
          await untilIdle(caller);
          const made = (await rowsOf(caller)).filter(({ state }) => state === 'done');
          expect(made.map(({ id }) => id)).toContain(whole);
          const folder = path.join(system.dataDir, 'backups');
          expect(readdirSync(folder).toSorted()).toEqual(made.map(({ fileName }) => fileName).toSorted());

          await asked(caller, 'POST', `${BACKUP}/${whole}/Actions/Verify`);
          await untilIdle(caller);
          expect((await rowsOf(caller)).find(({ id }) => id === whole)).toMatchObject({ verifyState: 'passed', verifyText: expect.any(String) });
          await system.kill();
        }
      } finally {
        await hospital.close();
      }
    },
    MAX_MS_PER_KILL * (rounds.length + 1),
  );
