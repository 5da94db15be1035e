import { AppError, EnvelopeCode, moneyToWire, negateMoney } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { prescriptionLedger } from '../../prescription/contract/index.ts';
import type { BillRecord } from '../contract/index.ts';
import { assertCancellable } from '../domain/charge-rules.ts';
import { refundEntries } from '../domain/refund-entries.ts';
import type { Bill } from './bill-model.ts';
import { billToWire } from './bill-present.ts';
import { counterBills, insertBill, readBills } from './bill.repo.ts';
import type { ChargingTables } from './charging-tables.ts';
import { nextBillNumber } from './facility.repo.ts';
import { readPayWays } from './pay-way.repo.ts';
import { prescriptionsFor } from './self-pay.command.ts';

/**
 * PUT cancelbill: a second bill with every entry negative; nothing of the first is touched.
 * @throws AppError `charging.bill-not-found`, `charging.bill-is-refund`, `charging.bill-cancelled`, `charging.cancel-dispensed`, `charging.cancel-picked`,
 * `charging.reason-missing`.
 */
export async function cancelBill(ctx: RequestContext<ChargingTables>, chargeId: string, reasonTyped: string): Promise<BillRecord> {
  const reason = reasonTyped.trim();
  if (reason === '') throw new AppError('charging.reason-missing', { code: EnvelopeCode.Invalid });
  const [bill] = await readBills(ctx.db, [chargeId], ctx.user.orgIds);
  if (!bill) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  if (bill.kind === 'refund') throw new AppError('charging.bill-is-refund');

  const prescriptions = await prescriptionsFor(
    ctx,
    bill.prescriptions.map((one) => one.dpId),
  );
  if ((await counterBills(ctx.db, [bill.id])).has(bill.id)) throw new AppError('charging.bill-cancelled', { params: { billNo: bill.billNo } });
  assertCancellable(prescriptions.map((one) => ({ dpNumber: one.dpNumber, rxStatus: one.rxStatus, hasStockLines: one.lines.some((line) => line.stockKept) })));

  const id = ctx.newId();
  const by = { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds };
  const ledger = ctx.service(prescriptionLedger);
  for (const one of [...prescriptions].sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    await ledger.markRefunded({ dpId: one.dpId, version: one.version, by, billId: id });
  }
  const refund: Bill = {
    ...bill,
    ...refundEntries(bill),
    id,
    billNo: await nextBillNumber(ctx, bill.orgId, 'refund'),
    kind: 'refund',
    origin: 'desk',
    chargedAt: ctx.clock.now(),
    businessDay: ctx.clock.today(),
    cashierId: ctx.user.userId,
    cashierName: ctx.user.userName,
    reversesId: bill.id,
    reason,
    prescriptions: bill.prescriptions.map((one) => ({ ...one, total: negateMoney(one.total) })),
  };
  await insertBill(ctx.db, refund);
  ctx.audit({
    subject: 'charging.bill',
    subjectId: refund.id,
    patientId: bill.patientId,
    before: { billNo: bill.billNo, total: moneyToWire(bill.total) },
    after: { billNo: refund.billNo, total: moneyToWire(refund.total), reason },
  });
  ctx.message('cancelled', { billNo: bill.billNo, refundNo: refund.billNo });
  return billToWire(refund, await readPayWays(ctx.db, ctx.language), { id: bill.id, billNo: bill.billNo });
}
