import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgId } from '@nephra/plugin-sdk/contract';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/plugin-host.ts';
import chargingServer from '../../../charging/server/index.ts';
import patientServer from '../../../patient/server/index.ts';
import { catalogue, patients } from '../../../prescription/server/prescription.fixture.ts';
import prescriptionServer from '../../../prescription/server/index.ts';
import { type CatalogueInfno, catalogueContract, type CatalogueKindRow, mappingContract, previewContract } from '../../contract/index.ts';
import { LAYOUTS } from '../../domain/catalogue-layout.ts';
import type { NationalClient } from '../client/national-client.ts';
import insuranceServer from '../index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { drugLine, refusal, silence, toldPlatform, zipOf } from './catalogue.fixture.ts';
import { workCatalogueRun } from './catalogue-worker.ts';
import { catalogueChecks } from './checks.ts';
import { reportMappings, revokeMappings } from './mapping-report.command.ts';

const ORG = 'org-gz' as OrgId;
const clerk = staff({ userId: 'user-clerk', userName: '医保员', roles: ['clerk'] });
const { routes } = catalogueContract;

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer, prescription: prescriptionServer, charging: chargingServer, insurance: insuranceServer });
  await host.db.transaction(async () => {
    await patientServer.demo?.(patients, host.context('patient'));
    await prescriptionServer.demo?.(catalogue, host.context('prescription'));
  });
});
afterAll(() => host?.close());

const TABLES = [
  'catalogue_version',
  'catalogue_run',
  'national_item',
  'national_term',
  'list_entry',
  'list_link',
  'price_cap',
  'own_share',
  'facility_item',
  'facility_sync',
  'mapping',
  'connection',
];
beforeEach(async () => {
  await host.db.script(`truncate ${TABLES.map((table) => `insurance.${table}`).join(', ')} cascade`);
});

const ctx = () => host.context<InsuranceTables>('insurance');
const callerCtx = () => ({
  ...ctx(),
  user: clerk,
  language: 'zh' as const,
  ip: '',
  can: () => true,
  dataScope: () => ({ kind: 'organisation' as const }),
  audit: () => undefined,
  message: () => undefined,
});
const begin = async (...kinds: CatalogueInfno[]) => (await host.call('insurance', routes.download, { body: { kinds }, user: clerk })).list;
const kind = async (infno: CatalogueInfno): Promise<CatalogueKindRow> =>
  (await host.call('insurance', routes.kinds, { user: clerk })).list.find((row) => row.kind === infno) as CatalogueKindRow;
const work = async (infno: CatalogueInfno, platform: NationalClient, stopAfter = Number.POSITIVE_INFINITY, owner = 'worker-1') => {
  let asked = 0;
  const { run } = await kind(infno);
  await workCatalogueRun(ctx(), run?.id ?? '', {
    platform,
    layouts: LAYOUTS,
    owner,
    leaseMs: 60_000,
    stopping: () => {
      asked += 1;
      return asked > stopAfter;
    },
  });
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
    await work('1318', platform.client);
    expect(platform.asked.at(-1)?.input.data).toMatchObject({ updt_time: done.version });
  });
});

const mapping = mappingContract.routes;
const item = (code: string, over: Partial<InsuranceTables['insurance.national_item']> = {}) => ({
  org_id: ORG,
  code,
  kind: '1301' as const,
  list_type: '101' as const,
  name: '骨化三醇软胶囊',
  grade: '02',
  generic_name: '',
  spec: '',
  form: '',
  unit: '',
  approval_number: '',
  maker: '',
  limited: false,
  limit_text: '',
  begn_date: '',
  end_date: '',
  version: '1',
  valid: true,
  search_grams: ['骨', '骨化', '化三', '三醇'],
  ...over,
});
const list = (query: Record<string, unknown> = {}) => host.call('insurance', mapping.list, { query, user: clerk });
const one = async (drugId: string) => (await list({ pageSize: 500 })).list.find((row) => row.drugId === drugId);
const map = (drugId: string, code: string, version = 0, begnDate?: string) =>
  host.call('insurance', mapping.map, { body: { lines: [{ drugId, code, version, ...(begnDate ? { begnDate } : {}) }] }, user: clerk });

describe('mapping', () => {
  beforeEach(async () => {
    await ctx()
      .db.insertInto('insurance.national_item')
      .values([item('XSIM1'), item('XSIM2', { name: '骨化三醇胶丸' }), item('CSIM1', { list_type: '301', kind: '1306', name: '透析器' })])
      .execute();
  });

  it('unmapped entries come first; the counts agree with the list', async () => {
    await list();
    await map('drug-calcitriol', 'XSIM1');
    const { list: rows } = await list({ pageSize: 500 });
    expect(rows.at(-1)).toMatchObject({ drugId: 'drug-calcitriol', problem: 'not-reported', mapping: { code: 'XSIM1', state: 'draft' } });
    expect(rows[0]?.problem).toBe('unmapped');
    const counts = await host.call('insurance', mapping.counts, { user: clerk });
    expect(counts.total).toBe(rows.length);
    expect(counts.problems['not-reported']).toBe(1);
    expect((await list({ open: true, problem: 'fine' })).list).toEqual([]);
  });

  it('refuses line by line: no such code, wrong part of the list, somebody was faster, no such entry', async () => {
    await list();
    const reply = await host.call('insurance', mapping.map, {
      user: clerk,
      body: {
        lines: [
          { drugId: 'drug-calcitriol', code: 'NOPE', version: 0 },
          { drugId: 'mat-dialyser', code: 'XSIM1', version: 0 },
          { drugId: 'nobody', code: 'XSIM1', version: 0 },
        ],
      },
    });
    expect(reply.lines.map((line) => line.error)).toEqual(['insurance.map-code-missing', 'insurance.map-other-list', 'insurance.map-entry-missing']);
    await map('drug-calcitriol', 'XSIM1');
    expect((await map('drug-calcitriol', 'XSIM2')).lines[0]?.error).toBe('insurance.map-stale');
  });

  it('another code ends the one before it the day before; the history keeps both', async () => {
    await list();
    await map('drug-calcitriol', 'XSIM1', 0, '2026-01-01');
    expect(await map('drug-calcitriol', 'XSIM2', 1, '2026-02-01')).toMatchObject({ done: 1, failed: 0 });
    const { list: history } = await host.call('insurance', mapping.history, { params: { drugId: 'drug-calcitriol' }, user: clerk });
    expect(history.map((row) => [row.code, row.begnDate, row.endDate])).toEqual([
      ['XSIM2', '2026-02-01', ''],
      ['XSIM1', '2026-01-01', '2026-01-31'],
    ]);
  });

  it('says what is wrong: the code is gone, over, above its cap, of another grade', async () => {
    await list();
    await map('drug-calcitriol', 'XSIM1');
    await ctx().db.updateTable('insurance.mapping').set({ state: 'reported' }).execute();
    const price = (await one('drug-calcitriol'))?.price ?? 0;
    const own = (await one('drug-calcitriol'))?.grade;
    await ctx()
      .db.updateTable('insurance.national_item')
      .set({ grade: own === '01' ? '02' : '01' })
      .execute();
    if (own !== '') expect((await one('drug-calcitriol'))?.problem).toBe('grade');
    const cap = { org_id: ORG, hilist_code: 'XSIM1', cap_type: '3', area: '', begn_date: '2026-01-01', end_date: '', above_way: '', valid: true };
    await ctx()
      .db.insertInto('insurance.price_cap')
      .values({ ...cap, cap: String(price - 0.01) })
      .execute();
    expect(await one('drug-calcitriol')).toMatchObject({ problem: 'over-cap' });
    await ctx().db.updateTable('insurance.national_item').set({ end_date: '2026-01-01' }).execute();
    expect((await one('drug-calcitriol'))?.problem).toBe('expired');
    await ctx().db.updateTable('insurance.national_item').set({ valid: false }).execute();
    expect((await one('drug-calcitriol'))?.problem).toBe('vanished');
  });

  it('proposals say why, and are of the caller’s facility alone', async () => {
    const reply = await host.call('insurance', mapping.suggest, { body: { drugIds: ['drug-calcitriol', 'nobody'] }, user: clerk });
    expect(reply.list).toHaveLength(1);
    expect(reply.list[0]?.suggestions[0]).toMatchObject({ item: { code: 'XSIM1' }, reasons: expect.arrayContaining(['name']) });
    const other = staff({ orgId: 'org-wh', orgIds: ['org-wh'] });
    const theirs = await host.call('insurance', mapping.suggest, { body: { drugIds: ['drug-calcitriol'] }, user: other });
    expect(theirs.list.flatMap((row) => row.suggestions)).toEqual([]);
  });

  it('reports many at once, finds the one that is refused, and takes an older code back first', async () => {
    await list();
    const ids = (await list({ pageSize: 500, listType: '101' })).list.map((row) => row.drugId).slice(0, 3);
    for (const id of ids) await map(id, 'XSIM1');
    const bad = ids[1] ?? '';
    const platform = toldPlatform({
      '3301': (input) => ((input.data as { fixmedins_hilist_id: string }[]).some((row) => row.fixmedins_hilist_id === bad) ? refusal('目录不存在') : {}),
    });
    const reply = await reportMappings(callerCtx(), platform.client, ids);
    expect(reply).toMatchObject({ done: ids.length - 1, failed: 1 });
    expect(reply.lines.find((line) => !line.ok)).toMatchObject({ drugId: bad, error: 'insurance.map-refused', said: '目录不存在' });
    expect((await one(bad))?.problem).toBe('refused');

    const [first = ''] = ids;
    await map(first, 'XSIM2', 2);
    await reportMappings(callerCtx(), platform.client, [first]);
    expect(platform.asked.slice(-2).map((call) => call.infno)).toEqual(['3302', '3301']);
    const revoked = await revokeMappings(callerCtx(), platform.client, [first, 'nobody']);
    expect(revoked.lines.map((line) => line.error).sort()).toEqual(['', 'insurance.map-none']);
    expect((await one(first))?.problem).toBe('unmapped');
  });

  it('a report without an answer changes nothing', async () => {
    await list();
    await map('drug-calcitriol', 'XSIM1');
    const reply = await reportMappings(callerCtx(), toldPlatform({ '3301': () => silence }).client, ['drug-calcitriol']);
    expect(reply.lines[0]?.error).toBe('insurance.map-silent');
    expect((await one('drug-calcitriol'))?.problem).toBe('not-reported');
  });

  it('the checklist knows the age of the catalogue and the unmapped entries', async () => {
    expect((await catalogueChecks(ctx(), ORG)).map((line) => [line.key, line.verdict])).toEqual([
      ['catalogue', 'fail'],
      ['mapping', 'skipped'],
    ]);
    await list();
    const rows = (['1301', '1305', '1306'] as const).map((of) => ({ org_id: ORG, kind: of, version: '1', checked_at: host.time.now }));
    await ctx().db.insertInto('insurance.catalogue_version').values(rows).execute();
    expect((await catalogueChecks(ctx(), ORG)).map((line) => [line.key, line.verdict])).toEqual([
      ['catalogue', 'ok'],
      ['mapping', 'warn'],
    ]);
  });
});

describe('facts for the estimate', () => {
  it('come by the mapping, with cap and share of the facility’s level; nothing while there is no connection', async () => {
    const facts = () => host.call('insurance', previewContract.routes.facts, { body: { drugIds: ['drug-calcitriol', 'nobody'] }, user: clerk });
    expect(await facts()).toMatchObject({ connected: false, list: [] });
    await host.db.script(`insert into insurance.connection (org_id, region, base_url, fixmedins_code, fixmedins_name, mdtrtarea_admvs, recer_sys_code, infver, field_values, field_secrets,
      test_region, simulated, enabled, version, updated_at, updated_by) values ('org-gz', 'test', 'http://x', 'H44SIM000001', 'x', '440100', '', '', '{}', '{}', true, true, true, 1, now(), 'x')`);
    await ctx()
      .db.insertInto('insurance.national_item')
      .values([item('XSIM1')])
      .execute();
    await list();
    await map('drug-calcitriol', 'XSIM1');
    const dated = { org_id: ORG, begn_date: '2026-01-01', end_date: '', valid: true };
    await ctx()
      .db.insertInto('insurance.list_link')
      .values({ ...dated, kind: '1316', from_code: 'XSIM1', to_code: 'H1', area: '' })
      .execute();
    await ctx()
      .db.insertInto('insurance.list_entry')
      .values({ ...dated, hilist_code: 'H1', area: '', name: 'x', list_type: '101', fee_group: '', grade: '02', limited: true })
      .execute();
    await ctx()
      .db.insertInto('insurance.price_cap')
      .values([
        { ...dated, hilist_code: 'H1', cap_type: '3', area: '440100', above_way: '', cap: '30.5' },
        { ...dated, hilist_code: 'H1', cap_type: '2', area: '440100', above_way: '', cap: '1' },
      ])
      .execute();
    await ctx()
      .db.insertInto('insurance.own_share')
      .values({ ...dated, hilist_code: 'H1', person_type: '', share_type: '10', area: '', share: '0.1' })
      .execute();
    const reply = await facts();
    expect(reply).toMatchObject({ connected: true, simulated: true });
    expect(reply.list).toEqual([
      { drugId: 'drug-calcitriol', code: 'XSIM1', listed: true, grade: '02', cap: '30.500000', share: '0.1000', limited: true, limitText: '' },
    ]);
  });
});
