import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BackupRow, BackupSettings } from '../../../plugins/data/contract/backup/backup.contract.ts';
import type { DataCheckView } from '../../../shell/contract/watch.contract.ts';
import { longRun } from '../../support/cases/effort.ts';
import { copyDemo } from '../../support/demo-template.ts';
import { type Caller, signIn } from '../../support/demo-hospital.ts';
import { startSystem } from '../../support/processes/running-system.ts';

const BACKUP = '/api/system/DataBackup';
const PASSPHRASE = 'four quiet words here';
const LOOK_EVERY_MS = 250;
const MAX_MS = 600_000;

async function asked<T>(caller: Caller, ...request: Parameters<Caller['call']>): Promise<T> {
  const { code, data, msg } = await caller.call<T>(...request);
  expect({ code, msg: code === 200 ? '' : msg }).toEqual({ code: 200, msg: '' });
  return data;
}

/** Waits for what the server comes to by itself; the test's own limit ends it. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    // waits: until the server says so
    await pause(LOOK_EVERY_MS);
  }
}

/** `npm run db:import` and `npm run audit:verify`, as somebody types them on the new machine. */
function typed(dataDir: string, words: readonly string[], passphrase: string): { readonly status: number | null; readonly said: string } {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', BACKUP_PASSPHRASE: passphrase };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', ...words], { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

it.skipIf(!longRun)(
  '[2.5-06] the timetable’s backup of a machine that burned down, restored on an empty one as the README says: it opens, and all that must hold holds',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nephra-restore-'));
    const [burned, empty, kept] = ['burned', 'empty', 'kept'].map((name) => path.join(folder, name)) as [string, string, string];
    try {
      await copyDemo(burned);
      const first = await startSystem({ dataDir: burned, shortLived: true });
      const before = await signIn(first, 'admin');
      const settings = await asked<BackupSettings>(before, 'GET', `${BACKUP}/Actions/Settings`);
      // Each minute in place of each night.
      await asked(before, 'PUT', `${BACKUP}/Actions/Settings`, { ...settings, enabled: 1, cron: '* * * * *', verifyAfter: 0, passphrase: PASSPHRASE });
      const made = await until(async () => {
        const { list } = await asked<{ list: readonly BackupRow[] }>(before, 'GET', BACKUP);
        return list.find(({ scheduled, state }) => scheduled === 1 && state === 'done');
      });
      const patients = '/api/his/patient?pageSize=1';
      const counted = async (caller: Caller) => (await asked<{ pagination: { total: number } }>(caller, 'GET', patients)).pagination.total;
      const total = await counted(await signIn(first, 'doctor'));
      await first.kill();

      // What the README keeps elsewhere: the backup and the key of the installation. registry.json is that of the tests.
      for (const [from, to] of [
        [path.join(burned, 'backups', made.fileName), `${kept}.nephra`],
        [path.join(burned, 'secret.key'), `${kept}.key`],
      ] as const)
        copyFileSync(from, to);
      rmSync(burned, { recursive: true });

      expect(typed(empty, ['import', `${kept}.nephra`], 'some other words there')).toMatchObject({ status: 1, said: expect.stringContaining('passphrase') });
      expect(existsSync(path.join(empty, 'db'))).toBe(false);
      expect(typed(empty, ['import', `${kept}.nephra`], PASSPHRASE)).toMatchObject({ status: 0, said: expect.stringMatching(/^Imported [\d,]+ rows/m) });
      copyFileSync(`${kept}.key`, path.join(empty, 'secret.key'));

      const second = await startSystem({ dataDir: empty, demo: false, shortLived: true });
      try {
        expect(await counted(await signIn(second, 'doctor'))).toBe(total);
        const admin = await signIn(second, 'admin');
        // The sealed passphrase of backups opens with the key that came along.
        expect(await asked(admin, 'GET', `${BACKUP}/Actions/Status`)).toMatchObject({ passphrase: 'kept' });
        const since = Date.now();
        await asked(admin, 'POST', '/api/system/Jobs/core.check-data/Actions/Run', undefined, 'restored-check-data');
        const check = await until(async () => {
          const { checks } = await asked<{ checks: readonly DataCheckView[] }>(admin, 'GET', '/api/system/Watch');
          return checks.find(({ finishedAt }) => finishedAt >= since);
        });
        expect(check.rules).toBeGreaterThan(20);
        expect(check.findings).toEqual([]);
      } finally {
        await second.stop();
      }
      expect(typed(empty, ['verify-audit'], '')).toMatchObject({ status: 0 });
      expect(readdirSync(empty).filter((name) => name.startsWith('verify-'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  MAX_MS,
);
