import type { OrgId, Quantity } from '@nephra/plugin-sdk/contract';
import { quantityFromText, quantityToText } from '@nephra/plugin-sdk/contract';
import { type CorrectedLine, insuredBills } from '../../../../charging/contract/index.ts';
import type { Ctx, SettlementContext } from './settlement-context.ts';
import { settlementTable, type StoredCorrection } from '../../tables/settlement.table.ts';
import type { SettlementRow } from './settlement.repo.ts';

export const storedCorrection = (lines: readonly CorrectedLine[], dpIds: readonly string[] = []): StoredCorrection => ({
  lines: lines.map((line) => ({ detailId: line.detailId, quantity: quantityToText(line.quantity) })),
  dpIds,
});

export const correctedLines = (correction: StoredCorrection): { detailId: string; quantity: Quantity }[] =>
  correction.lines.map((line) => ({ detailId: line.detailId, quantity: quantityFromText(line.quantity) }));

/** What the cancelling of a settlement writes into the books of the desk: all of the bill back, or all of it back and the rest waiting. */
export async function takeBillBack({ ctx, by }: SettlementContext, row: SettlementRow, billId: string) {
  const bills = ctx.service(insuredBills);
  const common = { billId, reason: row.cancelReason, by };
  if (row.correction === null) return { ...(await bills.reverse(common)), dpIds: [] as readonly string[] };
  return await bills.correct({ ...common, lines: correctedLines(row.correction) });
}

/** The settlement that was cancelled so that these prescriptions are settled anew, the latest one; null when they never were. */
export async function correctedBy(ctx: Ctx, dpIds: readonly string[], orgId: OrgId): Promise<string | null> {
  // rows: of prescriptions of the facility that is settled for
  const row = await ctx.db
    .selectFrom('insurance.settlement as before')
    .innerJoin('insurance.settlement_prescription as held', 'held.settlement_id', 'before.id')
    .select('before.id')
    .where('held.dp_id', 'in', [...dpIds])
    .where('before.org_id', '=', orgId)
    .where('before.state', '=', 'cancelled')
    .where('before.correction', 'is not', null)
    .orderBy('before.cancelled_at', 'desc')
    .orderBy('before.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

interface Beside {
  readonly id: string;
  readonly state: SettlementRow['state'];
  readonly setl_id: string;
  readonly billNo: string;
}

/** The settlement before this one, and the one after it, where a part went back in between. */
export async function correctionOf(ctx: Ctx, row: SettlementRow): Promise<{ corrects: Beside | null; successor: Beside | null }> {
  const wire = (one: Pick<SettlementRow, 'id' | 'state' | 'setlId' | 'billNo'> | undefined): Beside | null =>
    one ? { id: one.id, state: one.state, setl_id: one.setlId, billNo: one.billNo } : null;
  const columns = settlementTable.sqlColumns('insurance.settlement', ['id', 'state', 'setlId', 'billNo']);
  // rows: of a settlement that was found for the organisations of whoever works on it
  const one = () => ctx.db.selectFrom('insurance.settlement').select(columns).where('org_id', '=', row.orgId);
  const before = row.correctsId === null ? undefined : await one().where('id', '=', row.correctsId).executeTakeFirst();
  const after =
    row.correction === null
      ? undefined
      : await one().where('corrects_id', '=', row.id).where('state', '<>', 'abandoned').orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  return { corrects: wire(before), successor: wire(after) };
}
