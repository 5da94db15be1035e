import { workLeasedRow } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type CatalogueInfno, catalogueContract, type CatalogueKindRow } from '../../contract/index.ts';
import { LAYOUTS } from '../../domain/catalogue/catalogue-layout.ts';
import type { NationalClient } from '../client/national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { drugLine, refusal, silence, toldPlatform, zipOf } from './catalogue.fixture.ts';
import { clerk, emptyCatalogue, hostCatalogue } from './catalogue-host.fixture.ts';
import { catalogueClaim } from './download/catalogue-run.repo.ts';
import { workCatalogueRun } from './download/catalogue-worker.ts';

const { routes } = catalogueContract;

let host: PluginHost;
beforeAll(async () => {
  host = await hostCatalogue();
});
afterAll(() => host?.close());
beforeEach(() => emptyCatalogue(host));

const ctx = () => host.context<InsuranceTables>('insurance');
const begin = async (...kinds: CatalogueInfno[]) => (await host.call('insurance', routes.download, { body: { kinds }, user: clerk })).list;
const kind = async (infno: CatalogueInfno): Promise<CatalogueKindRow> =>
  (await host.call('insurance', routes.kinds, { user: clerk })).list.find((row) => row.kind === infno) as CatalogueKindRow;
const work = async (infno: CatalogueInfno, platform: NationalClient, stopAfter = Number.POSITIVE_INFINITY, owner = 'worker-1') => {
  let asked = 0;
  const { run } = await kind(infno);
  const runId = run?.id ?? '';
  const stopping = () => {
    asked += 1;
    return asked > stopAfter;
  };
  await workLeasedRow(ctx(), catalogueClaim, runId, { owner, leaseMs: 60_000, stopping }, (lease) =>
    workCatalogueRun(ctx(), runId, { platform, layouts: LAYOUTS }, lease),
  );
  return await kind(infno);
};
const count = async (table: 'national_item' | 'national_term' | 'price_cap') =>
  Number(
    (
      await ctx()
        .db.selectFrom(`insurance.${table}`)
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** 1301 in two versions, then nothing newer. */
const twoVersions = (first: string, second: string) =>
  toldPlatform(
    {
      '1301': (input) => {
        const { ver } = input.data as { ver: string };
        if (ver === '0') return { file_qury_no: 'F1', filename: 'f1.zip', data_cnt: 2 };
        return ver === '100' ? { file_qury_no: 'F2', filename: 'f2.zip', data_cnt: 1 } : { file_qury_no: '', filename: '', data_cnt: 0 };
      },
    },
    { F1: zipOf({ 'a.txt': first }), F2: zipOf({ 'b.txt': second }) },
  );

describe('downloading the catalogue', () => {
  it('goes from version to version until nothing is newer, and asks only for what is newer the next time', async () => {
    await begin('1301');
    const platform = twoVersions([drugLine('XSIM1'), drugLine('XSIM2'), 'broken'].join('\n'), drugLine('XSIM2', { 2: '新名', 83: '101' }));
    const done = await work('1301', platform.client);
    expect(done).toMatchObject({ version: '101', rowCount: 2, ageDays: 0, run: { state: 'done', stored: 3, skipped: 1, problem: '' } });
    const item = await host.call('insurance', routes.items, { query: { keyword: 'xinming' }, user: clerk });
    expect(item.list.map((row) => [row.code, row.name, row.grade])).toEqual([['XSIM2', '新名', '01']]);

    await begin('1301');
    await work('1301', platform.client);
    expect(platform.asked.filter((one) => one.infno === '1301').map((one) => (one.input.data as { ver: string }).ver)).toEqual(['0', '100', '101', '101']);
  });

  it('a worker that stops or dies in the middle of a file leaves a place behind from which the next one goes on', async () => {
    const lines = Array.from({ length: 1800 }, (_, at) => drugLine(`XSIM${at}`));
    const platform = twoVersions(lines.join('\n'), drugLine('XSIM0', { 83: '101' }));
    await begin('1301');
    const stopped = await work('1301', platform.client, 3);
    expect(stopped.run).toMatchObject({ state: 'running', position: 1000, stored: 1000 });
    expect(await count('national_item')).toBe(1000);
    const done = await work('1301', platform.client, undefined, 'worker-2');
    expect(done.run).toMatchObject({ state: 'done', stored: 1801 });
    expect(await count('national_item')).toBe(1800);
  });

  it('an edition that repeats everything writes what is new or changed, and counts that alone', async () => {
    const lines = Array.from({ length: 700 }, (_, at) => drugLine(`XSIM${at}`));
    const later = lines.map((line, at) => (at === 600 ? drugLine('XSIM600', { 2: '改名', 83: '101' }) : line));
    const platform = twoVersions(lines.join('\n'), [...later, drugLine('XSIM700', { 83: '101' })].join('\n'));
    await begin('1301');
    const done = await work('1301', platform.client);
    expect(done).toMatchObject({ version: '101', rowCount: 701, run: { state: 'done', stored: 702, skipped: 0 } });
    const rows = await ctx().db.selectFrom('insurance.national_item').select('name').where('code', '=', 'XSIM600').execute();
    expect(rows).toEqual([{ name: '改名' }]);
  });

  it('a run in other hands is left alone until its time is up', async () => {
    await begin('1301');
    await ctx()
      .db.updateTable('insurance.catalogue_run')
      .set({ lease_owner: 'dead', lease_until: new Date(host.time.now.getTime() + 60_000), state: 'running' })
      .execute();
    const platform = twoVersions(drugLine('XSIM1'), drugLine('XSIM2', { 83: '101' }));
    expect((await work('1301', platform.client)).run?.state).toBe('running');
    expect(platform.asked).toEqual([]);
    host.time.now = new Date(host.time.now.getTime() + 61_000);
    expect((await work('1301', platform.client)).run?.state).toBe('done');
  });

  it('waits when nobody answers and fails in the end, says what the platform refused, and keeps what it has', async () => {
    await begin('1301', '1305');
    const mute = toldPlatform({ '1301': () => silence, '1305': () => refusal('未开通') });
    const waiting = await work('1301', mute.client);
    expect(waiting.run).toMatchObject({ state: 'waiting', problem: 'insurance.catalogue-silent' });
    for (let round = 0; round < 5; round += 1) {
      host.time.now = new Date(host.time.now.getTime() + 1_000_000);
      await work('1301', mute.client);
    }
    expect((await kind('1301')).run).toMatchObject({ state: 'failed', problem: 'insurance.catalogue-silent' });
    expect((await work('1305', mute.client)).run).toMatchObject({
      state: 'failed',
      problem: 'insurance.catalogue-refused',
      problemParams: { reason: '未开通' },
    });
    expect((await kind('1301')).version).toBe('');
  });

  it('can be stopped: at once while nobody works on it, after the rows in hand otherwise; a new one goes on', async () => {
    await begin('1301');
    const first = await kind('1301');
    expect((await host.call('insurance', routes.cancel, { params: { id: first.run?.id ?? '' }, user: clerk })).state).toBe('cancelled');
    await begin('1301');
    const lines = Array.from({ length: 1200 }, (_, at) => drugLine(`XSIM${at}`));
    const platform = twoVersions(lines.join('\n'), drugLine('XSIM0', { 83: '101' }));
    await work('1301', platform.client, 2);
    const { run } = await kind('1301');
    await ctx()
      .db.updateTable('insurance.catalogue_run')
      .set({ lease_owner: 'busy' })
      .where('id', '=', run?.id ?? '')
      .execute();
    expect((await host.call('insurance', routes.cancel, { params: { id: run?.id ?? '' }, user: clerk })).state).toBe('cancelling');
    await work('1301', platform.client, undefined, 'busy');
    expect((await kind('1301')).run?.state).toBe('cancelled');
    await begin('1301');
    expect((await work('1301', platform.client)).run).toMatchObject({ state: 'done', stored: 701 });
  });

  it('of somebody else’s facility cannot be stopped', async () => {
    await begin('1301');
    const other = staff({ orgId: 'org-wh', orgIds: ['org-wh'] });
    const { run } = await kind('1301');
    await expect(host.call('insurance', routes.cancel, { params: { id: run?.id ?? '' }, user: other })).rejects.toMatchObject({ key: 'insurance.run-missing' });
    expect((await host.call('insurance', routes.kinds, { user: other })).list.every((row) => row.run === null)).toBe(true);
  });

  it('queries come page by page and remember the time up to which they are complete', async () => {
    await begin('1318');
    const caps = Array.from({ length: 150 }, (_, at) => ({
      hilist_code: `C${at}`,
      hilist_lmtpric_type: '3',
      hilist_pric_uplmt_amt: 12.5,
      insu_admdvs: '440100',
      begndate: '2026-01-01',
      vali_flag: '1',
    }));
    const platform = toldPlatform({
      '1318': (input) => {
        const { page_num: page } = input.data as { page_num: number };
        return { data: caps.slice((page - 1) * 100, page * 100), recordCounts: 150, pages: 2, pageNum: page, pageSize: 100 };
      },
    });
    const done = await work('1318', platform.client);
    expect(done.run).toMatchObject({ state: 'done', position: 2, total: 2, stored: 150 });
    expect(done.version).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await count('price_cap')).toBe(150);
    await begin('1318');
    const again = await work('1318', platform.client);
    expect(platform.asked.at(-1)?.input.data).toMatchObject({ updt_time: done.version });
    expect(again).toMatchObject({ rowCount: 150, run: { state: 'done', stored: 0 } });
  });
});
