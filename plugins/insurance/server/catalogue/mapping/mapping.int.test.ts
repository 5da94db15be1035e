import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PluginHost, staff } from '../../../../../tests/support/processes/plugin-host.ts';
import { mappingContract, previewContract } from '../../../contract/index.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import type { nationalItemTable } from '../../tables/national-list.table.ts';
import { refusal, silence, toldPlatform } from '../catalogue.fixture.ts';
import { callerOf, clerk, emptyCatalogue, hostCatalogue, ORG } from '../catalogue-host.fixture.ts';
import { catalogueChecks } from '../checks.ts';
import { reportMappings, revokeMappings } from './mapping-report.command.ts';

let host: PluginHost;
beforeAll(async () => {
  host = await hostCatalogue();
});
afterAll(() => host?.close());
beforeEach(() => emptyCatalogue(host));

const ctx = () => host.context<InsuranceTables>('insurance');

const mapping = mappingContract.routes;
const item = (code: string, over: ReturnType<typeof nationalItemTable.toSql> = {}) => ({
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
    const reply = await reportMappings(callerOf(host), platform.client, ids);
    expect(reply).toMatchObject({ done: ids.length - 1, failed: 1 });
    expect(reply.lines.find((line) => !line.ok)).toMatchObject({ drugId: bad, error: 'insurance.map-refused', said: '目录不存在' });
    expect((await one(bad))?.problem).toBe('refused');

    const [first = ''] = ids;
    await map(first, 'XSIM2', 2);
    await reportMappings(callerOf(host), platform.client, [first]);
    expect(platform.asked.slice(-2).map((call) => call.infno)).toEqual(['3302', '3301']);
    const revoked = await revokeMappings(callerOf(host), platform.client, [first, 'nobody']);
    expect(revoked.lines.map((line) => line.error).sort()).toEqual(['', 'insurance.map-none']);
    expect((await one(first))?.problem).toBe('unmapped');
  });

  it('a report without an answer changes nothing', async () => {
    await list();
    await map('drug-calcitriol', 'XSIM1');
    const reply = await reportMappings(callerOf(host), toldPlatform({ '3301': () => silence }).client, ['drug-calcitriol']);
    expect(reply.lines[0]?.error).toBe('insurance.map-silent');
    expect((await one('drug-calcitriol'))?.problem).toBe('not-reported');
  });

  it('the checklist knows the age of the catalogue and the unmapped entries', async () => {
    expect((await catalogueChecks(ctx(), ORG)).map((line) => [line.key, line.verdict])).toEqual([
      ['catalogue', 'fail'],
      ['mapping', 'skipped'],
    ]);
    await list();
    const rows = (['1301', '1305', '1306'] as const).map((of) => ({ org_id: ORG, kind: of, version: '1', checked_at: host.time.now, row_count: 1 }));
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
