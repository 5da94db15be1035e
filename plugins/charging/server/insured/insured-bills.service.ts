import { AppError, type Language, type Money, moneyToWire, type OrgId, quantityToWire, subtractMoney } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { chargeGate } from '../../../prescription/contract/index.ts';
import type { InsuredBillActor, InsuredBills, OwnPayment } from '../../contract/index.ts';
import { assertInsurable, assertPricesStand, assertReviewed } from '../../domain/charge-rules.ts';
import { assertParts, insuredPayments } from '../../domain/money/insured-parts.ts';
import type { SettledPayment } from '../../contract/charge/payment-split.ts';
import { type RefundedLine, refundTotal } from '../../domain/refund-plan.ts';
import { auditOfCharge, auditOfRefund } from '../charge/bill-audit.ts';
import type { Bill } from '../bills/bill-model.ts';
import { currentPriceChanges, prescriptionsFor, provenTotal } from '../charge/charge-proof.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billQueues } from '../drawer.repo.ts';
import { checkedPayments, readPayWays } from '../pay-way.repo.ts';
import { assertPatientStands } from '../charge/standing-patient.ts';
import { writeBill } from '../charge/write-bill.ts';
import { writeRefund } from '../charge/write-refund.ts';
import { plannedCorrection, remaining, wholeRefund } from './correction.ts';

type Ctx = ServerContext<ChargingTables>;

const ownPart = async (ctx: Ctx, amount: Money, payments: readonly OwnPayment[], language: Language): Promise<SettledPayment[]> =>
  checkedPayments(amount, payments, await readPayWays(ctx.db, language));

const wireLines = (lines: readonly RefundedLine[]) =>
  lines.map((line) => ({ detailId: line.detailId, quantity: quantityToWire(line.quantity), subTotal: moneyToWire(line.subTotal) }));

const auditor = ({ userId, userName }: InsuredBillActor, bill: Bill) => ({ userId, userName, orgId: bill.orgId as OrgId });

/** Bills that an insurer settles (`charging.insured-bills@1`), over the same parts as the desk's own. */
export function insuredBillsOf(ctx: Ctx): InsuredBills {
  return {
    async check({ dpIds, by, patients }) {
      const prescriptions = await prescriptionsFor(ctx, dpIds, by.orgIds);
      assertInsurable(prescriptions, 'before');
      const gate = ctx.service(chargeGate);
      assertReviewed(prescriptions.map((one) => ({ dpNumber: one.dpNumber, chargeBar: gate.barOf(one) })));
      const [first] = prescriptions;
      if (!first) throw new AppError('charging.charge-empty');
      await assertPatientStands(ctx, first.patientId, by.orgIds, patients);
      const total = provenTotal(prescriptions);
      assertPricesStand(await currentPriceChanges(ctx, prescriptions));
      return { orgId: first.orgId, patientId: first.patientId, total };
    },

    async checkPayments(amount, payments, language) {
      await ownPart(ctx, amount, payments, language);
    },

    writing: ({ by, orgId }, work) => ctx.transaction(work, { queue: billQueues(orgId, by.userId) }),

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

    async assertCorrectable(wish) {
      const plan = await plannedCorrection(ctx, wish);
      const back = refundTotal(plan.goesBack ?? []);
      return { back, rest: subtractMoney(plan.amount, back), dpIds: remaining(plan) };
    },

    async correct({ billId, lines, reason, by }) {
      const plan = await plannedCorrection(ctx, { billId, lines, orgIds: by.orgIds });
      const refund = await writeRefund(ctx, plan, { by, reason });
      const dpIds = remaining(plan);
      await ctx.auditWork({
        class: 'money',
        action: 'charging.insured-correct',
        by: auditor(by, refund),
        ...auditOfRefund(refund, plan),
        note: JSON.stringify({ back: wireLines(plan.goesBack ?? []), chargedAnew: dpIds }),
      });
      return { billId: refund.id, billNo: refund.billNo, dpIds };
    },
  };
}
