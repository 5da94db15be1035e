import { AppError, EnvelopeCode, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { chargeGate } from '../../prescription/contract/index.ts';
import type { BillRecord, SelfPayBody } from '../contract/index.ts';
import { assertChargeable, assertPricesStand, assertTotal } from '../domain/charge-rules.ts';
import { auditOfCharge } from './bill-audit.ts';
import { billRecord } from './bill-record.query.ts';
import { deskRights } from './bill-sight.ts';
import { currentPriceChanges, prescriptionsFor, provenTotal } from './charge-proof.ts';
import type { ChargingTables } from './charging-tables.ts';
import { checkedPayments, paymentEntries, readPayWays } from './pay-way.repo.ts';
import { assertPatientStands } from './standing-patient.ts';
import { cashierOf, writeBill } from './write-bill.ts';

/** PUT selfpay/{id}: one patient's prescriptions on one bill, paid in one or more ways. */
export async function chargeSelfPay(ctx: RequestContext<ChargingTables>, dpId: string, body: SelfPayBody): Promise<BillRecord> {
  const seen = new Map(body.prescriptions.map((one) => [one.dpId, one.version]));
  if (!seen.has(dpId) || seen.size !== body.prescriptions.length) throw new AppError('charging.charge-empty', { code: EnvelopeCode.Invalid });
  const prescriptions = await prescriptionsFor(ctx, [...seen.keys()], ctx.user.orgIds, deskRights(ctx));
  const gate = ctx.service(chargeGate);
  assertChargeable(
    prescriptions.map((one) => ({ ...one, chargeBar: gate.barOf(one) })),
    seen,
  );
  const [first] = prescriptions;
  if (first) await assertPatientStands(ctx, first.patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  const total = provenTotal(prescriptions);
  assertTotal(moneyFromWire(body.totalPrice), total);
  assertPricesStand(await currentPriceChanges(ctx, prescriptions));
  const ways = await readPayWays(ctx.db, ctx.language);
  const payments = checkedPayments(total, paymentEntries(body.payments), ways);
  const bill = await writeBill(ctx, {
    prescriptions,
    total,
    payments,
    cashier: cashierOf(ctx.user),
    at: ctx.clock.now(),
    origin: 'desk',
  });
  ctx.audit(auditOfCharge(bill));
  ctx.message('charged', { billNo: bill.billNo });
  return await billRecord(ctx, bill);
}
