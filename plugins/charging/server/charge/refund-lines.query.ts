import { AppError, EnvelopeCode, moneyToWire, type Quantity, quantityToWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext, ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, prescriptionHandedOut, RxStatus } from '../../../prescription/contract/index.ts';
import type { PayWay, RefundBlock, RefundPreview } from '../../contract/index.ts';
import { leftOf, type PaidWay, type RefundableLine, refundableOf, withPatientOf } from '../../domain/refund-plan.ts';
import { type Bill, lineToWire } from '../bills/bill-model.ts';
import { type BillRows, readBills } from '../bills/bill.repo.ts';
import { prescriptionsFor } from './charge-proof.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { insurerOf } from '../bills/bill-insurer.ts';
import { billTable } from '../tables/bill.table.ts';
import { payWayName, readPayWays } from '../pay-way.repo.ts';
import { type RefundedSoFar, refundedSoFar } from '../bills/refund.repo.ts';

type Ctx = RequestContext<ChargingTables>;

const NONE = 0 as Quantity;
/** Without a pharmacy to ask, whatever left its hands counts as with the patient. */
const OUT: readonly RxStatus[] = [RxStatus.Dispensed, RxStatus.PartlyDispensed, RxStatus.PartlyReturned];

/** A line with what stands in the way of giving it back. */
export interface LineAtDesk extends RefundableLine {
  /** It stands reserved at the pharmacy's counter. */
  readonly picked: boolean;
}

/** What is with the patient of each line of a prescription, in the unit that was sold. */
async function withPatientByLine(ctx: ServerContext<ChargingTables>, prescription: LedgerPrescription): Promise<Map<string, Quantity>> {
  const kept = prescription.lines.filter((line) => line.stockKept);
  if (kept.length === 0) return new Map();
  const pharmacy = ctx.optionalService(prescriptionHandedOut);
  if (!pharmacy) return new Map(OUT.includes(prescription.rxStatus) ? kept.map((line) => [line.detailId, line.quantity]) : []);
  const out = new Map((await pharmacy.linesOf(prescription.dpId, [prescription.orgId])).map((line) => [line.detailId, line]));
  return new Map(
    kept.flatMap((line): [string, Quantity][] => {
      const handed = out.get(line.detailId);
      return handed ? [[line.detailId, withPatientOf(line, handed)]] : [];
    }),
  );
}

/** Every line of a bill as it stands now; asks the pharmacy, so the caller locks the prescriptions first when it is going to write. */
export async function linesAtDesk(
  ctx: ServerContext<ChargingTables>,
  bill: Bill,
  soFar: RefundedSoFar,
  prescriptions: readonly LedgerPrescription[],
): Promise<LineAtDesk[]> {
  const withPatient = new Map<string, Quantity>();
  const picked = new Set<string>();
  for (const one of prescriptions) {
    for (const [detailId, quantity] of await withPatientByLine(ctx, one)) withPatient.set(detailId, quantity);
    if (one.rxStatus === RxStatus.Picked) for (const line of one.lines) if (line.stockKept) picked.add(line.detailId);
  }
  return bill.lines.map((line) => ({
    ...line,
    refunded: soFar.lines.get(line.detailId)?.quantity ?? NONE,
    refundedAmount: soFar.lines.get(line.detailId)?.amount ?? (0 as RefundableLine['refundedAmount']),
    withPatient: withPatient.get(line.detailId) ?? NONE,
    picked: picked.has(line.detailId),
  }));
}

export const paidWays = (bill: Bill, soFar: RefundedSoFar, ways: readonly PayWay[]): PaidWay[] =>
  bill.payments.map((payment) => ({
    payWay: payment.payWay,
    name: payWayName(ways, payment.payWay),
    paid: payment.amount,
    refunded: soFar.ways.get(payment.payWay) ?? (0 as PaidWay['refunded']),
  }));

/**
 * A bill that money can go back from.
 * @param bills through the door of whoever asks
 * @throws AppError `charging.bill-not-found`, `charging.bill-is-refund`.
 */
export async function refundableBill(ctx: ServerContext<ChargingTables>, chargeId: string, bills: BillRows): Promise<Bill> {
  const [bill] = await readBills(ctx.db, [chargeId], bills);
  if (!bill) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  if (bill.kind === 'refund') throw new AppError('charging.bill-is-refund');
  return bill;
}

function blockOf(line: LineAtDesk): RefundBlock {
  if (leftOf(line) === 0) return 'refunded';
  if (line.picked) return 'picked';
  return refundableOf(line) === 0 ? 'with-patient' : '';
}

/** GET refund/{id}: what the refund dialog starts from. */
export async function previewRefund(ctx: Ctx, chargeId: string): Promise<RefundPreview> {
  const bill = await refundableBill(ctx, chargeId, billTable.select(ctx, 'bill'));
  const prescriptions = await prescriptionsFor(
    ctx,
    bill.prescriptions.map((one) => one.dpId),
    ctx.user.orgIds,
  );
  const soFar = await refundedSoFar(ctx.db, bill.id);
  const lines = await linesAtDesk(ctx, bill, soFar, prescriptions);
  const ways = await readPayWays(ctx.db, ctx.language);
  const insurer = await insurerOf(ctx, bill);
  return {
    chargeId: bill.id,
    billNo: bill.billNo,
    patientName: bill.patientName,
    totalPrice: moneyToWire(bill.total),
    refundedPrice: moneyToWire(soFar.total),
    insurer: insurer.kind,
    setlId: insurer.kind === 'settled' ? insurer.settlement.setlId : '',
    lines: bill.lines.flatMap((billed, at) => {
      const line = lines[at];
      if (!line) return [];
      return [
        {
          ...lineToWire(billed),
          refundedNum: quantityToWire(line.refunded),
          refundedPrice: moneyToWire(line.refundedAmount),
          withPatientNum: quantityToWire(line.withPatient),
          refundableNum: quantityToWire(line.picked ? NONE : refundableOf(line)),
          block: blockOf(line),
        },
      ];
    }),
    ways: paidWays(bill, soFar, ways).map((way) => ({
      payWay: way.payWay,
      payWayName: way.name,
      paid: moneyToWire(way.paid),
      refunded: moneyToWire(way.refunded),
    })),
  };
}
