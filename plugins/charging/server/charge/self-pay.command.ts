import { AppError, EnvelopeCode, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { chargeGate } from '../../../prescription/contract/index.ts';
import type { BillRecord, SelfPayBody } from '../../contract/index.ts';
import { assertChargeable, assertPricesStand, assertTotal } from '../../domain/charge-rules.ts';
import { auditOfCharge } from './bill-audit.ts';
import { freshBillRecord } from '../bills/bill-record.query.ts';
import { deskRights } from '../bills/bill-row-filter.ts';
import { currentPriceChanges, heldPrescriptions, provenTotal } from './charge-proof.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { readIssuer } from '../facility.repo.ts';
import { checkedPayments, paymentEntries, readPayWays } from '../pay-way.repo.ts';
import { assertPatientStands } from './standing-patient.ts';
import { cashierOf, writeBill } from './write-bill.ts';

/** PUT selfpay/{id}: one patient's prescriptions on one bill, paid in one or more ways. */
export async function chargeSelfPay(ctx: RequestContext<ChargingTables>, dpId: string, body: SelfPayBody): Promise<BillRecord> {
  const seen = new Map(body.prescriptions.map((one) => [one.dpId, one.version]));
  if (!seen.has(dpId) || seen.size !== body.prescriptions.length) throw new AppError('charging.charge-empty', { code: EnvelopeCode.Invalid });
  const [prescriptions, ways] = await Promise.all([
    heldPrescriptions(ctx, [...seen.keys()], ctx.user.orgIds, deskRights(ctx)),
    readPayWays(ctx.db, ctx.language),
  ]);
  const gate = ctx.service(chargeGate);
  assertChargeable(
    prescriptions.map((one) => ({ ...one, chargeBar: gate.barOf(one) })),
    seen,
  );
  const [first] = prescriptions;
  if (!first) throw new AppError('charging.charge-empty', { code: EnvelopeCode.Invalid });
  // Read together; the refusals are told in this order.
  const [standing, changes, issuer] = await Promise.allSettled([
    assertPatientStands(ctx, first.patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient')),
    currentPriceChanges(ctx, prescriptions),
    readIssuer(ctx, first.orgId, 'charge'),
  ]);
  settled(standing);
  const total = provenTotal(prescriptions);
  assertTotal(moneyFromWire(body.totalPrice), total);
  assertPricesStand(settled(changes));
  const payments = checkedPayments(total, paymentEntries(body.payments), ways);
  const { facility, format } = settled(issuer);
  const bill = await writeBill(ctx, {
    prescriptions,
    total,
    payments,
    cashier: cashierOf(ctx.user),
    at: ctx.clock.now(),
    origin: 'desk',
    held: true,
    format,
  });
  ctx.audit(auditOfCharge(bill));
  ctx.message('charged', { billNo: bill.billNo });
  return freshBillRecord(ctx, bill, { ways, facility });
}

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
