import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError, defineContract, EnvelopeCode, get, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, sql, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import { gate } from '../../../tests/support/faults/lock-waiters.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { testEngine } from '../../../tests/support/databases/test-database.ts';
import type { ExportJob } from '../../contract/index.ts';
import { decideAccess } from '../http/pipeline/access.ts';

interface Tables {
  'report.line': { id: number; text: string };
}
const LARGE = 5_000;
const LIMIT = 1_000;
const READ = 'report.read';

const contract = defineContract('report', {
  export: get('/api/report/export', {
    summary: 'export',
    need: 'perm:report.read',
    audit: 'export',
    raw: true,
    query: Type.Object({
      rows: Type.Integer(),
      held: Type.Optional(Type.Boolean()),
      broken: Type.Optional(Type.Boolean()),
      slow: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Null(),
  }),
});

/** Opened when the file may be written on, for exports that are `held`. */
let door = gate();

const plugin: InlinePlugin = {
  definition: { id: 'report', version: '1.0.0', sdk: '^1.0.0', name: { zh: '报表', zhtw: '報表', en: 'Reports' } },
  server: defineServerPlugin<Tables>({
    schema: 'report',
    migrations: [
      {
        name: '0001-report',
        sql: `create table line (id integer primary key, text text not null); insert into line select n, 'line ' || n from generate_series(1, ${LARGE}) n`,
      },
    ],
    implementations: [
      implement<Tables>()(contract, {
        export: ({ query }, ctx) => {
          const text = query.slow ? sql<string>`case when id < ${query.rows} then text else pg_sleep(300)::text end` : sql<string>`text`;
          async function* rows() {
            for await (const row of streamRows(
              ctx.db
                .selectFrom('report.line')
                .select(['id', text.as('text')])
                .where('id', '<=', query.rows)
                .orderBy('id'),
            )) {
              yield row;
              if (query.held && row.id === 10) await door.opened;
              if (query.broken && row.id === 10) throw new AppError('core.bad-value', { code: EnvelopeCode.Invalid });
            }
          }
          return xlsxReply({
            fileName: '十年',
            sheetName: '十年',
            columns: [
              { key: 'id', title: 'No.', kind: 'integer' },
              { key: 'text', title: 'Text', kind: 'text' },
            ],
            rows: rows(),
          });
        },
      }),
    ],
  }) as never,
};

describe(`exports that cannot be quick, on ${testEngine}`, () => {
  let server: TestServer;
  let doctor: TestClient;
  let cashier: TestClient;
  let place: string;
  let usualPlace: string | undefined;
  /** Accounts that have lost the right to the report. */
  const without = new Set<string>();
  const spooled = (): string[] => readdirSync(place).filter((name) => name.startsWith('nephra-rows-'));
  const onDisk = (): string[] =>
    readdirSync(path.join(server.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  beforeAll(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'nephra-exports-'));
    usualPlace = process.env.TMPDIR;
    process.env.TMPDIR = place;
    server = await startTestServer({
      inline: [plugin],
      config: { exportRows: LIMIT },
      // No role knows this plugin: whoever is signed in may, unless the test has taken it away.
      accessRule: (question) => {
        const isReport = question.need === `perm:${READ}`;
        if (!isReport) return decideAccess(question);
        return question.caller.kind === 'signed-in' && without.size === 0 ? undefined : new AppError('core.forbidden', { code: EnvelopeCode.Forbidden });
      },
    });
    [doctor, cashier] = [await server.signIn('doctor'), await server.signIn('cashier')];
  });
  beforeEach(() => {
    door = gate();
  });
  afterEach(async () => {
    door.open();
    without.clear();
    await expect.poll(() => jobsOf(doctor).then((jobs) => jobs.some(({ state }) => state === 'running'))).toBe(false);
    await expect.poll(spooled).toEqual([]);
  });
  afterAll(async () => {
    await server?.close();
    if (usualPlace === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualPlace;
    rmSync(place, { recursive: true, force: true });
  });

  const ask = (client: TestClient, query: string, prefer = 'respond-async') =>
    client.raw({ method: 'GET', url: `/api/report/export?${query}`, headers: prefer ? { prefer } : {} });
  const jobsOf = async (client: TestClient): Promise<ExportJob[]> => (await client.get<{ list: ExportJob[] }>('/api/system/Exports')).data.list;
  /** Begins one that goes on. @returns its id */
  const begin = async (client: TestClient, query: string): Promise<string> => {
    const answer = await ask(client, query);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([202, expect.stringContaining('json')]);
    return answer.json<{ data: { exportId: string } }>().data.exportId;
  };
  const jobOf = async (client: TestClient, id: string): Promise<ExportJob> => {
    const job = (await jobsOf(client)).find((one) => one.id === id);
    if (!job) throw new Error(`no export ${id}`);
    return job;
  };
  const file = (client: TestClient, id: string) => client.raw({ method: 'GET', url: `/api/system/Exports/${id}/File` });
  const cancel = (client: TestClient, id: string) => client.post<ExportJob>(`/api/system/Exports/${id}/Actions/Cancel`);
  const rowsIn = async (bytes: Buffer): Promise<number> => (await readXlsx(bytes))[0]?.rows.length ?? 0;

  it('few rows are answered with the file, and so is everything to clients that know nothing of this', async () => {
    const few = await ask(doctor, `rows=${LIMIT}`);
    expect([few.statusCode, await rowsIn(few.rawPayload)]).toEqual([200, LIMIT + 1]);
    const older = await ask(doctor, `rows=${LARGE}`, '');
    expect([older.statusCode, await rowsIn(older.rawPayload)]).toEqual([200, LARGE + 1]);
    expect(await jobsOf(doctor)).toEqual([]);
  });

  it('many rows go on: progress, then the file, for a day, and all of it on record', async () => {
    const id = await begin(doctor, `rows=${LARGE}&held=true`);
    await expect.poll(() => jobOf(doctor, id)).toMatchObject({ name: '十年.xlsx', state: 'running', rowsRead: LARGE, endedAt: null });
    // A new session of the same person, a page of another tab: they see the same.
    const again = await server.signIn('doctor');
    expect(await jobOf(again, id)).toMatchObject({ state: 'running' });
    expect((await file(doctor, id)).json()).toMatchObject({ extras: { error: 'core.file-missing' } });
    door.open();
    await expect.poll(() => jobOf(again, id)).toMatchObject({ state: 'done', rowsRead: LARGE, rowsWritten: LARGE, reason: '' });
    const got = await file(again, id);
    expect([got.statusCode, await rowsIn(got.rawPayload)]).toEqual([200, LARGE + 1]);
    expect(got.headers['content-disposition']).toContain(encodeURIComponent('十年.xlsx'));
    expect((await jobOf(again, id)).bytes).toBe(got.rawPayload.length);
    const noted = server.db
      .selectFrom('core.audit')
      .select(['action', 'subject_id'])
      .where('class', '=', 'export')
      .where('outcome', '=', 'ok')
      .orderBy('seq', 'desc')
      .limit(2);
    // A file that is sent as a stream is written down once it has gone.
    await expect
      .poll(() => noted.execute())
      .toEqual([
        { action: 'exports.file', subject_id: id },
        { action: 'report.export', subject_id: '' },
      ]);
    server.time.advance(25 * 3_600_000);
    await server.server.core.exports.forgetOld();
    const next = await server.signIn('doctor');
    expect(await jobsOf(next)).toEqual([]);
    expect(onDisk()).toEqual([]);
    [doctor, cashier] = [next, await server.signIn('cashier')];
  });

  it('one at a time for each person; others have theirs, and see neither state nor file of it', async () => {
    const id = await begin(doctor, `rows=${LARGE}&held=true`);
    const second = await ask(doctor, `rows=${LARGE}`);
    expect(second.json()).toMatchObject({ code: EnvelopeCode.Conflict, extras: { error: 'core.export-running' } });
    // What is small needs no place of it.
    expect((await ask(doctor, 'rows=5')).statusCode).toBe(200);
    const other = await begin(cashier, `rows=${LARGE}&held=true`);
    expect((await jobsOf(cashier)).map((job) => job.id)).toEqual([other]);
    for (const answer of [await cancel(cashier, id), (await file(cashier, id)).json<{ code: number; extras: unknown }>()])
      expect(answer).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'core.not-found' } });
    door.open();
    for (const [client, own] of [
      [doctor, id],
      [cashier, other],
    ] as const)
      await expect.poll(() => jobOf(client, own)).toMatchObject({ state: 'done' });
  });

  it('whoever has lost the right of the export does not get its file', async () => {
    const id = await begin(doctor, `rows=${LARGE}`);
    await expect.poll(() => jobOf(doctor, id)).toMatchObject({ state: 'done' });
    without.add('everybody');
    expect((await file(doctor, id)).json()).toMatchObject({ code: EnvelopeCode.Forbidden, extras: { error: 'core.forbidden' } });
    expect((await ask(doctor, `rows=${LARGE}`)).json()).toMatchObject({ code: EnvelopeCode.Forbidden });
    without.clear();
    expect((await file(doctor, id)).statusCode).toBe(200);
  });

  it('cancelled: nothing is kept, and the person may export again', async () => {
    const before = onDisk();
    const id = await begin(doctor, `rows=${LARGE}&held=true`);
    expect((await cancel(doctor, id)).data).toMatchObject({ id, state: 'cancelled' });
    expect((await cancel(doctor, id)).data).toMatchObject({ id, state: 'cancelled' });
    door.open();
    await expect.poll(spooled).toEqual([]);
    await expect.poll(onDisk).toEqual(before);
    const next = await begin(doctor, `rows=${LARGE}`);
    await expect.poll(() => jobOf(doctor, next)).toMatchObject({ state: 'done' });
    expect(await jobOf(doctor, id)).toMatchObject({ state: 'cancelled' });
  });

  it.runIf(testEngine === 'postgres')('cancelled while the database is at work: the query ends', async () => {
    const id = await begin(doctor, `rows=${LARGE}&slow=true`);
    const atWork = async (): Promise<number> => {
      const { rows } = await sql<{
        count: string;
      }>`select count(*) as count from pg_stat_activity where datname = current_database() and query like '%pg_sleep(300)%'
        and state = 'active' and pid <> pg_backend_pid()`.execute(server.db);
      return Number(rows[0]?.count);
    };
    await expect.poll(atWork).toBe(1);
    await cancel(doctor, id);
    await expect.poll(atWork).toBe(0);
    await expect.poll(() => server.database.load.inUse).toBe(0);
  });

  it('one that fails on the way is told with its sentence', async () => {
    const id = await begin(doctor, `rows=${LARGE}&broken=true`);
    await expect.poll(() => jobOf(doctor, id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('系统无法保存的值') });
    expect((await file(doctor, id)).json()).toMatchObject({ extras: { error: 'core.file-missing' } });
  });

  it('a server that stops, or dies, leaves a sentence and no file', async () => {
    const id = await begin(doctor, `rows=${LARGE}&held=true`);
    await server.server.core.exports.close();
    expect(await jobOf(doctor, id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('导出中断') });
    door.open();
    door = gate();
    const died = await begin(doctor, `rows=${LARGE}&held=true`);
    // Another server looks: nobody has given a sign for a minute.
    await server.db
      .updateTable('core.export_job')
      .set({ seen_at: new Date(server.time.now.getTime() - 61_000) })
      .where('id', '=', died)
      .execute();
    expect(await jobOf(doctor, died)).toMatchObject({ state: 'failed', reason: expect.stringContaining('导出中断') });
    door.open();
    await expect.poll(spooled).toEqual([]);
    expect((await file(doctor, died)).json()).toMatchObject({ extras: { error: 'core.file-missing' } });
    door = gate();
    const left = await begin(doctor, `rows=${LARGE}&held=true`);
    await server.server.core.exportStore.endAll();
    expect(await jobOf(doctor, left)).toMatchObject({ state: 'failed' });
  });
});
