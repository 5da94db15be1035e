import { CATALOGUE_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashierOf, openSettleDesk, type SettleDesk } from '../../testing/settle-desk.ts';
import { catalogueContract, mappingContract, previewContract, settlementContract } from '../../contract/index.ts';
import type { DemoRegion } from '../../testing/connected-host.ts';
import { FACILITIES } from '../../testing/connected-host.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { cataloguePart } from './catalogue.plugin.ts';
import { catalogueChecks } from './checks.ts';

const { routes } = catalogueContract;
const mapping = mappingContract.routes;
let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 4 });
  await cataloguePart.start?.({} as never);
});
afterAll(async () => {
  await cataloguePart.stop?.();
  await desk.close();
});

const ctx = () => desk.host.context<InsuranceTables>('insurance');
/** What the events of the routes would set going. */
async function work(region: DemoRegion): Promise<void> {
  const rows = await desk.rows<{ id: string }>(
    `select id from insurance.catalogue_run where org_id = '${FACILITIES[region].orgId}' and state = 'waiting' order by started_at, id`,
  );
  const [subscriber] = cataloguePart.subscribers ?? [];
  for (const { id } of rows) await subscriber?.handle({ runId: id } as never, ctx() as never);
}
const kinds = async (region: DemoRegion) => (await desk.call(region, routes.kinds)).list;

describe.each(['guangdong', 'hubei', 'guangxi'] as const)('[7.3] catalogue of %s over the real line', (region) => {
  const { orgId } = FACILITIES[region];

  it('brings all kinds to their end, and nothing the second time', async () => {
    await desk.call(region, routes.download, { body: { kinds: [...CATALOGUE_TRANSACTIONS] } });
    await work(region);
    const first = await kinds(region);
    expect(first.filter((row) => row.run?.state !== 'done').map((row) => [row.kind, row.run?.state, row.run?.problem, row.run?.problemParams])).toEqual([]);
    expect(first.reduce((sum, row) => sum + (row.run?.skipped ?? 0), 0)).toBe(0);
    const count = (infno: string) => first.find((row) => row.kind === infno)?.rowCount;
    expect([count('1301'), count('1305'), count('1306'), count('1312'), count('1316'), count('1318'), count('1319')]).toEqual([1, 1, 1, 3, 3, 3, 3]);
    expect(count('1307')).toBeGreaterThan(0);
    const [drug] = (await desk.call(region, routes.items, { query: { listType: '101' } })).list;
    expect(drug).toMatchObject({ code: 'SIM-SAL', listType: '101', grade: '03', valid: true });

    await desk.call(region, routes.download, { body: { kinds: ['1301', '1305', '1306'] } });
    await work(region);
    const again = (await kinds(region)).filter((row) => ['1301', '1305', '1306'].includes(row.kind));
    expect(again.map((row) => [row.run?.state, row.run?.stored, row.rowCount])).toEqual([
      ['done', 0, 1],
      ['done', 0, 1],
      ['done', 0, 1],
    ]);
    expect((await catalogueChecks(ctx(), orgId))[0]).toMatchObject({ key: 'catalogue', verdict: 'ok' });
  });

  it('reports a mapping, asks for it back (1317), takes it back, and estimates by it', async () => {
    await desk.call(region, mapping.list);
    const lines = [
      { drugId: 'item-hd', code: 'SIM-HD', version: 0 },
      { drugId: 'mat-dialyser', code: 'SIM-DIA', version: 0 },
    ];
    const before = desk.sim.ledger().counts.mappings;
    expect(await desk.call(region, mapping.map, { body: { lines } })).toMatchObject({ done: 2, failed: 0 });
    expect(await desk.call(region, mapping.upload, { body: { drugIds: ['item-hd', 'mat-dialyser'] } })).toMatchObject({ done: 2, failed: 0 });
    expect(desk.sim.ledger().counts.mappings).toBe(before + 2);
    await desk.call(region, routes.download, { body: { kinds: ['1317'] } });
    await work(region);
    expect((await kinds(region)).find((row) => row.kind === '1317')).toMatchObject({ rowCount: 2, run: { state: 'done', skipped: 0 } });

    const facts = await desk.call(region, previewContract.routes.facts, { body: { drugIds: ['mat-dialyser', 'item-hd'] }, user: cashierOf(region) });
    expect(facts).toMatchObject({ connected: true, simulated: true, asOf: expect.any(Number) });
    expect(facts.list.find((row) => row.drugId === 'mat-dialyser')).toMatchObject({
      listed: true,
      code: 'SIM-DIA',
      grade: '02',
      cap: '200.000000',
      share: '0.1000',
    });
    expect(facts.list.find((row) => row.drugId === 'item-hd')).toMatchObject({ listed: true, grade: '01', cap: '' });

    expect(await desk.call(region, mapping.revoke, { body: { drugIds: ['mat-dialyser'] } })).toMatchObject({ done: 1, failed: 0 });
    expect(desk.sim.ledger().counts.mappings).toBe(before + 1);
  });
});

describe('[7.3] what is mapped is what the insurer gets', () => {
  const sent = (record: { readonly lines: readonly { readonly med_list_codg: string }[] }) => record.lines.map((line) => line.med_list_codg);
  const today = '2026-03-20';
  const map = (drugId: string, code: string, version: number, begnDate = today) =>
    desk.call('guangdong', mapping.map, { body: { lines: [{ drugId, code, version, begnDate }] } });

  it('before the code that the prescription was written with; what nobody mapped keeps its own', async () => {
    // Saline is written with SIM-SAL; the facility says that it is something else of the same list.
    await desk.host.db.script(
      `insert into insurance.national_item (org_id, code, kind, list_type, name, valid) values ('org-gz', 'SIM-NONE', '1301', '101', 'x', true)`,
    );
    await map('drug-saline', 'SIM-NONE', 0);
    const dpId = await desk.prescribe('guangdong', 1);
    const record = await desk.preSettle('guangdong', [dpId]);
    expect([record.state, record.problem]).toEqual(['presettled', '']);
    expect(sent(record)).toEqual(['SIM-HD', 'SIM-DIA', 'SIM-NONE']);
    expect(record.medfee_sumamt).toBe(629.37);
    await desk.call('guangdong', settlementContract.routes.abandon, { params: { id: record.id }, body: { version: record.version } });
  });

  it('on the days that it is for: yesterday’s prescription keeps yesterday’s code', async () => {
    const dpId = await desk.prescribe('guangdong', 2, { day: '2026-03-19' });
    expect(sent(await desk.preSettle('guangdong', [dpId]))).toEqual(['SIM-HD', 'SIM-DIA', 'SIM-SAL']);
  });

  it('frees a line that was written without a code; without a mapping it is refused as before', async () => {
    await desk.call('guangdong', mapping.revoke, { body: { drugIds: ['item-hd'] } });
    await desk.host.db.script(`delete from insurance.mapping where org_id = 'org-gz' and drug_id = 'item-hd'`);
    const dpId = await desk.prescribe('guangdong', 3, { unmapped: true });
    await expect(desk.preSettle('guangdong', [dpId])).rejects.toMatchObject({ key: 'insurance.unmapped' });
    await map('item-hd', 'SIM-HD', 0);
    const record = await desk.preSettle('guangdong', [dpId]);
    expect([record.state, sent(record)[0]]).toEqual(['presettled', 'SIM-HD']);
  });
});
