import { addMoney, type Money, moneyFromWire, type OrgId, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';
import type { BillSettlement, BillSettlements } from '../../../../charging/contract/index.ts';
import { prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { settlementTable } from '../../tables/settlement.table.ts';
import type { Ctx } from './settlement-context.ts';
import { COLUMNS, dpIdsOf, type SettlementRow } from './settlement.repo.ts';

/** The monthly charge writes its bill after the settlement; its prescriptions know which one it is. */
export async function learnMonthBills(ctx: Ctx, orgIds?: readonly OrgId[]): Promise<void> {
  // rows: what is learned is true for everybody, and told to nobody here
  let query = ctx.db
    .selectFrom('insurance.settlement')
    .select(settlementTable.sqlColumns('insurance.settlement', ['id', 'orgId']))
    .where('month', 'is not', null)
    .where('bill_id', 'is', null)
    .where('state', 'in', ['settled', 'cancelling', 'cancel-unknown', 'refunding', 'review']);
  if (orgIds) query = query.where('org_id', 'in', [...orgIds]); // no guard: what is learned is true for everybody; spares work for others
  const waiting = await query.orderBy('created_at').limit(200).execute();
  for (const row of waiting) {
    const [dpId] = await dpIdsOf(ctx, row.id);
    const head = dpId === undefined ? undefined : await ctx.service(prescriptionLedger).get(dpId, [row.orgId as OrgId]);
    if (!head?.billId) continue;
    // rows: what is learned is true for everybody, and told to nobody here
    await ctx.db.updateTable('insurance.settlement').set({ bill_id: head.billId }).where('id', '=', row.id).where('bill_id', 'is', null).execute();
  }
}

const add = (rows: readonly SettlementRow[], of: (row: SettlementRow) => Money): Money => addMoney(ZERO, ...rows.map(of));

function whole(billId: string, rows: readonly SettlementRow[], visits: ReadonlyMap<string, string>): BillSettlement {
  const pool = add(rows, (row) => moneyFromWire(row.amounts?.hifp_pay ?? 0));
  const civil = add(rows, (row) => moneyFromWire(row.amounts?.cvlserv_pay ?? 0));
  const fund = add(rows, (row) => row.fundPay);
  return {
    billId,
    mdtrtId: [...new Set(rows.map((row) => visits.get(row.visitId ?? '') ?? ''))].join(','),
    setlId: rows.map((row) => row.setlId).join(','),
    poolPay: pool,
    civilServantPay: civil,
    otherFundPay: subtractMoney(fund, addMoney(pool, civil)),
    accountPay: add(rows, (row) => row.acctPay),
    cashPay: add(rows, (row) => row.cashPay),
    hospitalPay: add(rows, (row) => row.hospPay),
    simulated: rows.some((row) => row.simulated),
  };
}

/** Service `charging.bill-settlement@1`. */
export const billSettlementsOf = (ctx: Ctx): BillSettlements => ({
  async of(billIds, orgIds) {
    if (billIds.length === 0 || orgIds.length === 0) return [];
    await learnMonthBills(ctx, orgIds);
    // rows: of bills that whoever asks has found; organisations are asked for
    const found = await ctx.db
      .selectFrom('insurance.settlement')
      .select(COLUMNS)
      .where('bill_id', 'in', [...billIds])
      .where('org_id', 'in', [...orgIds])
      .where('setl_id', '<>', '')
      .orderBy('created_at')
      .execute();
    const rows = found.map((row) => settlementTable.fromSql(row));
    const visitIds = rows.flatMap((row) => row.visitId ?? []);
    // rows: visits of settlements of the organisations that are asked for
    const visits =
      visitIds.length === 0
        ? new Map<string, string>()
        : new Map(
            (await ctx.db.selectFrom('insurance.visit').select(['id', 'mdtrt_id']).where('id', 'in', visitIds).execute()).map((one) => [one.id, one.mdtrt_id]),
          );
    return [...new Set(rows.flatMap((row) => row.billId ?? []))].map((billId) =>
      whole(
        billId,
        rows.filter((row) => row.billId === billId),
        visits,
      ),
    );
  },
});
