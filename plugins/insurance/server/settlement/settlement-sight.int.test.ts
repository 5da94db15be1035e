import type { OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashierOf, openSettleDesk, refusalOf, type SettleDesk } from '../../testing/settle-desk.ts';
import { connectionContract, type SettlementRecord, settlementContract } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { advance, demandSettlement, findSettlement, holdersOf } from './settlement.repo.ts';

const { routes } = settlementContract;
let desk: SettleDesk;
let settled: SettlementRecord;
let theirs: SettlementRecord;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 3 });
  const presettled = async (region: 'guangdong' | 'hubei') => desk.preSettle(region, [await desk.prescribe(region, 1)]);
  settled = await desk.settle('guangdong', await presettled('guangdong'));
  theirs = await presettled('hubei');
});
afterAll(() => desk?.close());

const blind = () => ({ kind: 'schemes', conditions: [], userAndBelow: [] }) as const;

describe('[A4] settlements of others', () => {
  it('are neither listed nor counted', async () => {
    const { list, pagination } = await desk.call('hubei', routes.list);
    expect([list.map(({ id }) => id), pagination.total]).toEqual([[theirs.id], 1]);
  });

  it('are not found behind a bill, neither elsewhere nor without rights on the patient', async () => {
    const params = { id: settled.billId ?? '' };
    expect((await desk.call('guangdong', routes.byBill, { params })).id).toBe(settled.id);
    expect(await refusalOf(desk.host.call('insurance', routes.byBill, { params, user: cashierOf('hubei') }))).toBe('insurance.bill-without');
    expect(await refusalOf(desk.call('guangdong', routes.byBill, { params, dataScope: blind }))).toBe('insurance.settlement-not-found');
  });

  it('are not found by id or by prescription', async () => {
    const ctx = desk.host.context<InsuranceTables>('insurance');
    const found = async (...orgIds: OrgId[]) => [
      (await findSettlement(ctx, settled.id, orgIds))?.id,
      ...(await holdersOf(ctx, settled.dpIds, orgIds)).map(({ id }) => id),
    ];
    expect([await found('org-wh'), await found('org-wh', 'org-gz')]).toEqual([[undefined], [settled.id, settled.id]]);
  });

  it('do not crowd out the own, however many of them are in doubt', async () => {
    await desk.host.db.script(`
      insert into insurance.settlement
      select copy.* from insurance.settlement as one, generate_series(1, 500) as n, lateral jsonb_populate_record(
        null::insurance.settlement,
        to_jsonb(one) || jsonb_build_object('id', 'many-' || n, 'patient_id', 'many-' || n, 'state', 'review', 'chrg_bchno', '', 'bill_id', null,
          'setl_id', '', 'doubt_since', '2026-03-01T00:00:00Z')
      ) as copy where one.id = '${settled.id}';
      update insurance.settlement set state = 'review', doubt_since = '2026-03-20T02:00:00Z' where id = '${theirs.id}';`);
    expect((await desk.call('hubei', routes.doubtful)).list.map(({ id }) => id)).toEqual([theirs.id]);
    expect((await desk.call('hubei', connectionContract.routes.state)).doubtful).toBe(1);
  });
});

it('a settlement moves only as declared', async () => {
  const ctx = desk.host.context<InsuranceTables>('insurance');
  const row = await demandSettlement(ctx, settled.id, ['org-gz']);
  expect(await refusalOf(ctx.transaction(() => advance(ctx, row, 'presettled', {}, undefined)))).toBe('insurance.move');
  expect(await demandSettlement(ctx, settled.id, ['org-gz'])).toEqual(row);
});
