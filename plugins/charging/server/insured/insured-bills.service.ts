import { AppError, type Language, type Money, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { InsuredBillActor, InsuredBills, OwnPayment } from '../../contract/index.ts';
import { assertInsurable, assertPricesStand } from '../../domain/charge-rules.ts';
import { assertParts, insuredPayments } from '../../domain/insured-parts.ts';
import type { SettledPayment } from '../../domain/payment-split.ts';
import { auditOfCharge, auditOfRefund } from '../bill-audit.ts';
import type { Bill } from '../bill-model.ts';
import { EVERY_BILL } from '../bill-sight.ts';
import { currentPriceChanges, prescriptionsFor, provenTotal } from '../charge-proof.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { checkedPayments, readPayWays } from '../pay-way.repo.ts';
import { refundableBill } from '../refund-lines.query.ts';
import { assertPatientStands } from '../standing-patient.ts';
import { writeBill } from '../write-bill.ts';
import { plannedRefund, type RefundPlan, writeRefund } from '../write-refund.ts';

type Ctx = ServerContext<ChargingTables>;

const ownPart = async (ctx: Ctx, amount: Money, payments: readonly OwnPayment[], language: Language): Promise<SettledPayment[]> =>
  checkedPayments(amount, payments, await readPayWays(ctx.db, language));

const auditor = ({ userId, userName }: InsuredBillActor, bill: Bill) => ({ userId, userName, orgId: bill.orgId as OrgId });

/** A bill of an insurer as a whole. @throws AppError `charging.not-insured`, `charging.bill-cancelled` when anything of it went back before. */
async function wholeRefund(ctx: Ctx, billId: string, orgIds: readonly OrgId[]): Promise<RefundPlan> {
  const bill = await refundableBill(ctx, billId, orgIds, EVERY_BILL);
  if (bill.medInsMark === '0') throw new AppError('charging.not-insured', { params: { billNo: bill.billNo } });
  const plan = await plannedRefund(ctx, { bill, wanted: 'rest' }, await readPayWays(ctx.db, 'zh'));
  if (plan.soFar.total !== ZERO) throw new AppError('charging.bill-cancelled', { params: { billNo: bill.billNo } });
  return plan;
}

/** Bills that an insurer settles (`charging.insured-bills@1`), over the same parts as the desk's own. */
export function insuredBillsOf(ctx: Ctx): InsuredBills {
  return {
    async check({ dpIds, by }) {
      const prescriptions = await prescriptionsFor(ctx, dpIds, by.orgIds);
      assertInsurable(prescriptions, 'before');
      const [first] = prescriptions;
      if (!first) throw new AppError('charging.charge-empty');
      await assertPatientStands(ctx, first.patientId, by.orgIds);
      const total = provenTotal(prescriptions);
      assertPricesStand(await currentPriceChanges(ctx, prescriptions));
      return { orgId: first.orgId, patientId: first.patientId, total };
    },

    async checkPayments(amount, payments, language) {
      await ownPart(ctx, amount, payments, language);
    },

    async charge({ dpIds, medInsMark, payments, reference, by, language, ...parts }) {
      const prescriptions = await prescriptionsFor(ctx, dpIds, by.orgIds);
      // The insurer's money has moved and nobody could change what is held: today's prices and the patient's file no longer count.
      assertInsurable(prescriptions, 'held');
      const total = provenTotal(prescriptions);
      assertParts(total, parts);
      const own = await ownPart(ctx, parts.selfPay, payments, language);
      const bill = await writeBill(ctx, {
        prescriptions,
        total,
        payments: insuredPayments(parts, reference, own),
        cashier: by,
        at: ctx.clock.now(),
        origin: 'desk',
        medInsMark,
      });
      await ctx.auditWork({
        class: 'money',
        action: 'charging.insured-charge',
        by: auditor(by, bill),
        ...auditOfCharge(bill, { reference }),
      });
      return { billId: bill.id, billNo: bill.billNo };
    },

    async assertReversible(billId, orgIds) {
      await wholeRefund(ctx, billId, orgIds);
    },

    async reverse({ billId, reason, by }) {
      const plan = await wholeRefund(ctx, billId, by.orgIds);
      const refund = await writeRefund(ctx, plan, { by, reason });
      const action = 'charging.insured-reverse';
      await ctx.auditWork({ class: 'money', action, by: auditor(by, refund), ...auditOfRefund(refund, plan) });
      return { billId: refund.id, billNo: refund.billNo };
    },
  };
}
