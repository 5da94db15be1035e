import { AppError, EnvelopeCode, moneyFromWire, moneyToText, quantityFromWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BillRecord, CancelBody } from '../../contract/index.ts';
import { auditOfRefund } from './bill-audit.ts';
import { billRecord } from '../bills/bill-record.query.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { assertNotInsurers } from '../bills/bill-insurer.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { refundableBill } from './refund-lines.query.ts';
import { billTable } from '../tables/bill.table.ts';
import { cashierOf } from './write-bill.ts';
import { plannedRefund, writeRefund } from './write-refund.ts';

/**
 * PUT cancelbill: takes a bill back, whole or in part.
 * @throws AppError `charging.bill-not-found`, `charging.bill-is-refund`, `charging.reason-missing`, `charging.cancel-insured`,
 * `charging.cancel-insured-off` for a bill that an insurer settled, and those of `plannedRefund`.
 */
export async function cancelBill(ctx: RequestContext<ChargingTables>, body: CancelBody): Promise<BillRecord> {
  const reason = body.reason.trim();
  if (reason === '') throw new AppError('charging.reason-missing', { code: EnvelopeCode.Invalid });
  const bill = await refundableBill(ctx, body.chargeId, billTable.select(ctx, 'bill'));
  await assertNotInsurers(ctx, bill);
  const payWays = await readPayWays(ctx.db, ctx.language);
  const plan = await plannedRefund(
    ctx,
    {
      bill,
      wanted: body.lines?.map((line) => ({ detailId: line.detailId, quantity: quantityFromWire(line.drugNum) })) ?? 'rest',
      ways: body.ways?.map((way) => ({ payWay: way.payWay, amount: moneyFromWire(way.amount) })),
      seen: body.totalPrice === undefined ? undefined : moneyFromWire(body.totalPrice),
    },
    payWays,
  );
  const refund = await writeRefund(ctx, plan, { by: cashierOf(ctx.user), reason });
  ctx.audit(auditOfRefund(refund, plan));
  ctx.message(refund.takesLast ? 'cancelled' : 'partlyRefunded', { billNo: bill.billNo, refundNo: refund.billNo, amount: moneyToText(plan.amount) });
  return await billRecord(ctx, refund);
}
