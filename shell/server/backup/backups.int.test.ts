import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupRow, BackupSettings, BackupStatus } from '../../../plugins/data/contract/backup/backup.contract.ts';
import { addressOf, openTestDatabase, silentLog, testEngine } from '../../../tests/support/databases/test-database.ts';
import { multipartHeaders, uploadBytes } from '../../../tests/support/faults/cut-call.ts';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { type Database, openDatabase } from '../db/index.ts';
import { DatabaseBackups } from './database-backups.ts';

const PASSPHRASE = 'SIM three dialysis machines';
const URL = '/api/system/DataBackup';
const HOUR = 3_600_000;
/** A verification builds a database. */
const PATIENCE = { timeout: 120_000, interval: 50 };
const CONTENT = Buffer.from(`%PDF-1.4\n${'SIM uploaded and backed up\n'.repeat(2_000)}%%EOF\n`);

/** Some rows and a rule over them: what a backup is made of needs no hospital. */
const boxes: InlinePlugin = {
  definition: { id: 'boxes', version: '1.0.0', sdk: '^1.0.0', name: { zh: '箱', zhtw: '箱', en: 'Boxes' } },
  server: defineServerPlugin<never>({
    schema: 'boxes',
    migrations: [
      {
        name: '0001-box',
        sql: `create table box (id text primary key, org_id text not null, content integer not null);
          insert into box select 'SIM-' || n, 'gz', n from generate_series(1, 1000) n`,
      },
    ],
    invariants: {
      concerns: 'boxes.keep',
      rules: [{ name: 'a box holds something', zh: '箱子不空', zhtw: '箱子不空', sql: 'select id from boxes.box where content < 1', rowsOf: 'boxes.box' }],
    },
  }),
};

let server: TestServer;
let admin: TestClient;
let folder: string;
let fileId = '';

beforeAll(async () => {
  server = await startTestServer({ plugins: ['data'], inline: [boxes], start: '2026-03-02T02:00:00Z' });
  // What the server asks for a scratch database.
  Object.assign(server.config, { databaseUrl: await addressOf(server.database) });
  admin = await server.signIn('admin');
  folder = path.join(server.config.dataDir, 'backups');
  const { body } = uploadBytes(admin, { url: '/api/file/Uploader/annex', fileName: 'SIM.pdf', content: CONTENT });
  const answer = await admin.raw({ method: 'POST', url: '/api/file/Uploader/annex', headers: multipartHeaders, payload: body });
  fileId = (answer.json() as { data: { fileId: string } }).data.fileId;
});
afterAll(() => server.close());

const rows = async (): Promise<BackupRow[]> => (await admin.get<Page<BackupRow>>(URL)).data.list;
const row = async (id: string): Promise<BackupRow> => (await rows()).find((one) => one.id === id) as BackupRow;
const status = async (): Promise<BackupStatus> => (await admin.get<BackupStatus>(`${URL}/Actions/Status`)).data;
const untilOver = () => expect.poll(async () => (await status()).run, PATIENCE).toBeNull();
const begin = async (): Promise<string> => (await admin.post<{ id: string }>(URL)).data.id;
const settings = async (): Promise<BackupSettings> => (await admin.get<BackupSettings>(`${URL}/Actions/Settings`)).data;
const save = async (over: Partial<BackupSettings> & { passphrase?: string }) => await admin.put(`${URL}/Actions/Settings`, { ...(await settings()), ...over });
const verify = async (id: string): Promise<BackupRow> => {
  await admin.post(`${URL}/${id}/Actions/Verify`);
  await untilOver();
  return await row(id);
};

describe(`[2.5-06] backups on ${testEngine}`, () => {
  it('none is made without a passphrase, by the button or by the timetable; a passphrase comes back nowhere', async () => {
    expect(await admin.post(URL)).toMatchObject({ extras: { error: 'data.backup-no-passphrase' } });
    expect(await save({ enabled: 1 })).toMatchObject({ extras: { error: 'data.backup-passphrase-missing' } });
    expect(await save({ passphrase: 'short' })).toMatchObject({ extras: { error: 'data.backup-passphrase-short' } });
    expect(await save({ cron: '61 * * * *' })).toMatchObject({ extras: { error: 'data.backup-cron-unreadable' } });
    expect(await save({ version: 7 })).toMatchObject({ extras: { error: 'data.backup-settings-stale' } });
    expect(await rows()).toEqual([]);
    expect(await save({ passphrase: PASSPHRASE })).toMatchObject({ code: 200 });
    expect(await status()).toMatchObject({ passphrase: 'kept', lastGoodAt: 0, lateSince: 0, nextAt: 0 });
    expect(JSON.stringify(await settings())).not.toContain(PASSPHRASE);
    const written = await server.database.kysely.selectFrom('core.audit').select('body').where('action', '=', 'dataBackup.saveSettings').execute();
    expect(written.length).toBeGreaterThan(0);
    expect(JSON.stringify(written)).not.toContain(PASSPHRASE);
  });

  let first = '';
  it('one is made while the server works, once however often it is asked for, and is whole when it is restored', async () => {
    const asked = await Promise.all([admin.post<{ id: string }>(URL), admin.post<{ id: string }>(URL)]);
    expect(asked.map(({ extras }) => extras?.error ?? '').sort()).toEqual(['', 'core.job-running']);
    first = asked.find(({ code }) => code === 200)?.data.id ?? '';
    await untilOver();
    const made = await row(first);
    expect(made).toMatchObject({ state: 'done', scheduled: 0, files: 1, fileBytes: CONTENT.length, reason: '', verifyState: '' });
    const file = path.join(folder, made.fileName);
    expect(readdirSync(folder)).toEqual([made.fileName]);
    expect([statSync(file).size, statSync(file).mode & 0o777]).toEqual([made.fileSize, 0o600]);
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const found = await verify(first);
    expect(found).toMatchObject({ verifyState: 'passed', broken: [] });
    expect(found.verifyText).toContain('规则全部符合');
    // The scratch database is gone.
    if (testEngine === 'postgres')
      expect(
        await server.database.kysely
          .selectFrom('pg_database')
          .select('datname')
          .where(sql<boolean>`starts_with(datname::text, 'nephra_verify_' || (select oid from pg_database where datname = current_database()) || '_')`)
          .execute(),
      ).toEqual([]);
    else expect(readdirSync(server.config.dataDir).filter((name) => name.startsWith('verify-'))).toEqual([]);
  });

  it('whoever administrates no system reads, makes and fetches none', async () => {
    const doctor = await server.signIn('doctor');
    for (const { code } of [
      await doctor.get(URL),
      await doctor.get(`${URL}/Actions/Status`),
      await doctor.post(URL),
      await doctor.get(`${URL}/${first}/Actions/Download`),
      await doctor.del(`${URL}/${first}`),
    ])
      expect(code).toBe(403);
  });

  it('it is fetched by an address that is good once and never in place of a file of somebody else', async () => {
    const { data } = await admin.get<{ name: string; url: string }>(`${URL}/${first}/Actions/Download`);
    const { fileName } = await row(first);
    expect(data.name).toBe(fileName);
    const fetched = await server.nobody.raw({ method: 'GET', url: data.url });
    expect(fetched.rawPayload.equals(readFileSync(path.join(folder, fileName)))).toBe(true);
    expect((await server.nobody.raw({ method: 'GET', url: data.url })).json()).toMatchObject({ extras: { error: 'core.ticket-invalid' } });
    const entries = server.database.kysely.selectFrom('core.audit').select('action').where('subject', '=', 'backup').where('action', 'like', '%ownload');
    // A file is noted once its last byte is sent.
    await expect.poll(async () => (await entries.execute()).map(({ action }) => action).sort()).toEqual(['dataBackup.download', 'file.download']);
  });

  it('restore on an empty machine, as the README says: import, start, and all that must hold holds', { timeout: 300_000 }, async () => {
    const { fileName } = await row(first);
    const machine = mkdtempSync(path.join(tmpdir(), 'nephra-empty-'));
    const dataDir = path.join(machine, 'data');
    const empty = testEngine === 'postgres' ? await openTestDatabase() : undefined;
    let database: Database | undefined;
    let restored: TestServer['server'] | undefined;
    try {
      const databaseUrl = empty ? await addressOf(empty) : '';
      const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BACKUP_PASSPHRASE: PASSPHRASE };
      const imported = spawnSync(process.execPath, ['tools/start/database.mjs', 'import', path.join(folder, fileName)], { env, encoding: 'utf8' });
      expect(imported.stderr + imported.stdout).toMatch(/^Imported [\d,]+ rows of \d+ tables and 1 uploaded files from /m);
      const { createServer } = await import('../index.ts');
      database = await openDatabase(databaseUrl ? { kind: 'postgres', url: databaseUrl } : { kind: 'embedded', dataDir, maintenance: false }, silentLog);
      restored = await createServer({
        config: { ...server.config, dataDir, databaseUrl, demoData: '' },
        database,
        keepDatabaseOpen: true,
        log: server.server.core.parts.log,
        clock: server.server.core.parts.clock,
        packages: server.packages,
      });
      const { rules, findings } = await restored.dataCheck.check();
      expect(rules).toBeGreaterThan(0);
      expect(findings).toEqual([]);
      expect(
        (await restored.core.files.read({ fileId }).toArray()).reduce((all, piece) => Buffer.concat([all, piece as Buffer]), Buffer.alloc(0)).equals(CONTENT),
      ).toBe(true);
    } finally {
      await restored?.close();
      await database?.close();
      await empty?.close();
      rmSync(machine, { recursive: true, force: true });
    }
  });

  it('the timetable makes one at its moment, verifies it, and takes away what is no longer kept; a missed one is told', async () => {
    const { jobs, rowJobs } = server.server.plugins;
    expect(await save({ enabled: 1, cron: '30 1 * * *', keepDays: 1, keepWeeks: 0, keepMonths: 0, withFiles: 0 })).toMatchObject({ code: 200 });
    await rowJobs.follow();
    expect(await jobs.runIfDue('data.backup')).toBe(false);
    // 01:30 of the next day in Shanghai has passed.
    server.time.advance(24 * HOUR);
    admin = await server.signIn('admin');
    expect((await status()).lateSince).toBe(Date.parse('2026-03-03T01:30:00+08:00'));
    expect(await jobs.runIfDue('data.backup')).toBe(true);
    await untilOver();
    const [night] = (await rows()).filter(({ scheduled }) => scheduled === 1);
    expect(night).toMatchObject({ state: 'done', files: 0, withFiles: 0, verifyState: 'passed' });
    expect(await status()).toMatchObject({ lateSince: 0, lastGoodAt: night?.creatorTime });
    await save({ verifyAfter: 0 });
    server.time.advance(24 * HOUR);
    admin = await server.signIn('admin');
    await jobs.runIfDue('data.backup');
    const left = await rows();
    // The proven one of the night before stays beside the new one, and so does what somebody asked for.
    expect(left.map(({ scheduled, verifyState }) => [scheduled, verifyState])).toEqual([
      [1, ''],
      [1, 'passed'],
      [0, 'passed'],
    ]);
    expect(readdirSync(folder).sort()).toEqual(left.map(({ fileName }) => fileName).sort());
    await save({ enabled: 0 });
  });

  it('a file that was cut off or made with another passphrase is told, and the newest good one stays the last good one', async () => {
    const [newest, older] = await rows();
    if (!newest || !older) throw new Error('two are there');
    await save({ passphrase: `${PASSPHRASE} anew` });
    expect(await verify(newest.id)).toMatchObject({ verifyState: '', verifyText: expect.stringContaining('口令与备份时的不同') });
    await save({ passphrase: PASSPHRASE });
    truncateSync(path.join(folder, newest.fileName), Math.trunc(newest.fileSize / 2));
    expect(await verify(newest.id)).toMatchObject({ verifyState: 'failed', verifyText: expect.stringContaining('备份文件已损坏') });
    expect((await status()).lastGoodAt).toBe(older.creatorTime);
    expect(await admin.del(`${URL}/${newest.id}`)).toMatchObject({ code: 200 });
    expect(existsSync(path.join(folder, newest.fileName))).toBe(false);
    expect((await rows()).some(({ id }) => id === newest.id)).toBe(false);
  });

  it('a server that was killed in the middle leaves a row that says so; the next backup removes what it left and works', async () => {
    const { db } = server;
    const left = path.join(folder, 'nephra-20260304-100000-dead.nephra.part');
    writeFileSync(left, 'half');
    const id = await begin();
    await untilOver();
    // As the row of a run looks whose server is gone.
    await server.database.kysely.updateTable('data.backup').set({ state: 'running' }).where('id', '=', id).execute();
    expect(await row(id)).toMatchObject({ state: 'interrupted', fileUrl: '' });
    expect(existsSync(left)).toBe(false);
    writeFileSync(left, 'half');
    // Nor does one that is still held by a server that does not answer keep the next one off for long.
    const held = { owner: 'gone', run_id: 'gone', held_until: new Date(server.time.now.getTime() + 60_000) };
    await db.updateTable('core.job_lease').set(held).where('name', '=', 'data.backup').execute();
    expect(await admin.post(URL)).toMatchObject({ extras: { error: 'core.job-running' } });
    server.time.advance(61_000);
    const next = await begin();
    await untilOver();
    expect(await row(next)).toMatchObject({ state: 'done' });
    expect(existsSync(left)).toBe(false);
    expect(await row(id)).toMatchObject({ state: 'interrupted' });
    for (const one of [id, next]) await admin.del(`${URL}/${one}`);
  });

  it('one that is called off leaves nothing', async () => {
    const before = readdirSync(folder);
    const id = await begin();
    const { run } = await status();
    if (run) await admin.post(`${URL}/Actions/Cancel`, { runId: run.runId });
    await untilOver();
    const { state } = await row(id);
    // On the embedded engine nothing is heard while rows are read, so it may have come to its end.
    expect(['cancelled', 'done']).toContain(state);
    if (state === 'done') await admin.del(`${URL}/${id}`);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe(`the folder of backups on ${testEngine}`, () => {
  const make = async (freeBytes: () => Promise<number>, signal = new AbortController().signal) => {
    const backups = new DatabaseBackups({
      config: server.config,
      database: server.database,
      files: server.server.core.storage,
      log: silentLog,
      version: '1.0.0',
      live: () => [],
      freeBytes,
      workFactor: 4,
    });
    return await backups.make('SIM-room', { withFiles: true, passphrase: PASSPHRASE, signal, progress: () => undefined });
  };

  it('a disk without room is told before anything is written, and one that runs full leaves no half file', async () => {
    const before = readdirSync(folder);
    await expect(make(async () => 1_000)).rejects.toMatchObject({ trouble: 'no-room', params: { available: 1_000 } });
    // Larger than what is looked at again on the way, and nothing that packing makes smaller.
    writeFileSync(path.join(server.config.dataDir, 'files', 'SIM-large.bin'), randomBytes(24 * 1024 * 1024));
    let asked = 0;
    const runsFull = async (): Promise<number> => {
      asked += 1;
      return asked === 1 ? Number.MAX_SAFE_INTEGER : 0;
    };
    await expect(make(runsFull)).rejects.toMatchObject({ trouble: 'no-room' });
    expect(asked).toBeGreaterThan(1);
    rmSync(path.join(server.config.dataDir, 'files', 'SIM-large.bin'));
    expect(readdirSync(folder)).toEqual(before);
  });

  it('names lead nowhere else', async () => {
    const backups = new DatabaseBackups({
      config: server.config,
      database: server.database,
      files: server.server.core.storage,
      log: silentLog,
      version: '1.0.0',
      live: () => [],
    });
    for (const name of ['../secret.key', '/etc/passwd', 'a/b.nephra', '.nephra', 'x.nephra.part', ''])
      await expect(backups.read(name)).rejects.toMatchObject({ trouble: 'missing' });
    await expect(backups.held('backup:../secret.key')).rejects.toMatchObject({ key: 'core.file-missing' });
    expect(await backups.held('20260302_x.pdf')).toBeUndefined();
  });

  it('a folder that cannot be made is told', async () => {
    writeFileSync(path.join(server.config.dataDir, 'in-the-way'), '');
    const config = { ...server.config, backupDir: path.join(server.config.dataDir, 'in-the-way', 'backups') };
    const backups = new DatabaseBackups({
      config,
      database: server.database,
      files: server.server.core.storage,
      log: silentLog,
      version: '1.0.0',
      live: () => [],
    });
    const making = backups.make('SIM', { withFiles: false, passphrase: PASSPHRASE, signal: new AbortController().signal, progress: () => undefined });
    await expect(making).rejects.toMatchObject({ trouble: 'folder' });
  });
});
