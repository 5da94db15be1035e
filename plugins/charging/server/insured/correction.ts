import { AppError, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { leftOf, refundAmount, refundTotal, refundWays, takesLast, type WantedLine } from '../../domain/refund-plan.ts';
import type { Bill } from '../bills/bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { billTable } from '../tables/bill.table.ts';
import { paidWays, refundableBill } from '../charge/refund-lines.query.ts';
import { plannedRefund, type RefundPlan } from '../charge/write-refund.ts';

type Ctx = ServerContext<ChargingTables>;

/** A bill of an insurer of which nothing went back yet. @throws AppError `charging.not-insured`, `charging.bill-cancelled` */
export async function insuredBill(ctx: Ctx, billId: string, orgIds: readonly OrgId[]): Promise<Bill> {
  const bills = billTable.everywhere(ctx, 'a settlement books and takes back whatever bill is its own', 'bill').where('bill.orgId', 'in', [...orgIds]);
  const bill = await refundableBill(ctx, billId, bills);
  if (bill.medInsMark === '0') throw new AppError('charging.not-insured', { params: { billNo: bill.billNo } });
  return bill;
}

const untouched = (plan: RefundPlan): RefundPlan => {
  if (plan.soFar.total !== ZERO) throw new AppError('charging.bill-cancelled', { params: { billNo: plan.bill.billNo } });
  return plan;
};

/** A bill of an insurer as a whole. @throws AppError `charging.not-insured`, `charging.bill-cancelled` when anything of it went back before. */
export async function wholeRefund(ctx: Ctx, billId: string, orgIds: readonly OrgId[]): Promise<RefundPlan> {
  const bill = await insuredBill(ctx, billId, orgIds);
  return untouched(await plannedRefund(ctx, { bill, wanted: 'rest' }, await readPayWays(ctx.db, 'zh')));
}

/**
 * Some lines of an insurer's bill go back: by the rules of any refund for those lines, while all of the bill is reversed, by the ways it was
 * paid, because an insurer only cancels as a whole. What remains may be with the patient.
 * @throws AppError as `wholeRefund`, and those of `planRefund`
 */
export async function plannedCorrection(
  ctx: Ctx,
  { billId, lines, orgIds }: { readonly billId: string; readonly lines: readonly WantedLine[]; readonly orgIds: readonly OrgId[] },
): Promise<RefundPlan> {
  const bill = await insuredBill(ctx, billId, orgIds);
  const payWays = await readPayWays(ctx.db, 'zh');
  const part = untouched(await plannedRefund(ctx, { bill, wanted: lines }, payWays));
  const entries = part.lines.map((line) => ({ detailId: line.detailId, quantity: leftOf(line), subTotal: refundAmount(line, leftOf(line)) }));
  const amount = refundTotal(entries);
  const back = refundWays(paidWays(bill, part.soFar, payWays), amount);
  return { ...part, entries, amount, back, goesBack: part.entries };
}

/** Prescriptions of which something remains, to be charged anew. */
export const remaining = ({ bill, lines, goesBack = [] }: RefundPlan): string[] =>
  bill.prescriptions.flatMap(({ dpId }) =>
    takesLast(
      lines.filter((line) => line.dpId === dpId),
      goesBack,
    )
      ? []
      : [dpId],
  );
