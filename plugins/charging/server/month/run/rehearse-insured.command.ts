import { AppError, EnvelopeCode, moneyToWire } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { insuredSettlement, type MonthInsuredBody, type MonthRehearsal } from '../../../contract/index.ts';
import { assertParts } from '../../../domain/money/insured-parts.ts';
import { assertSeesWholeDesk } from '../../bills/bill-row-filter.ts';
import { cashierOf } from '../../charge/write-bill.ts';
import { settlementIdOf } from '../month-entries.ts';
import { personToWriteFor } from '../month-person.ts';
import { assertInsurer, insuredCandidate } from './month-run.command.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { readyMonth } from './settle-month.command.ts';

type Ctx = RequestContext<ChargingTables>;

/**
 * POST month/Actions/Rehearse: what the insurer would take over of a patient's month and what is left to pay. The
 * settlement that follows asks under the same id, and comes to the same amounts where `exact` says so.
 * @throws AppError those of `settleMonthInsured`, `charging.insurer-refused`, `charging.insurer-silent`, and `charging.no-insured-settlement` where the insurance plugin cannot rehearse
 */
export async function rehearseInsured(ctx: Ctx, body: MonthInsuredBody): Promise<MonthRehearsal> {
  const { plan, candidate } = await insuredCandidate(ctx, body);
  const { patientId, month, fingerprint } = body;
  const insurer = ctx.service(insuredSettlement);
  if (!insurer.rehearseMonth) throw new AppError('charging.no-insured-settlement', { code: EnvelopeCode.Unavailable });
  const orgIds = [plan.orgId];
  const { entries, total } = await ctx.transaction(() =>
    readyMonth(ctx, { orgIds, patientId, month, fingerprint, takeIn: false, cashier: cashierOf(ctx.user) }),
  );
  const dpIds = entries.map((one) => one.dpId);
  const { userId, userName } = ctx.user;
  const settlementId = settlementIdOf(month, dpIds);
  const outcome = await insurer.rehearseMonth({ settlementId, orgId: plan.orgId, patientId, month, dpIds, total, by: { userId, userName } });
  if (outcome.kind === 'refused') throw new AppError('charging.insurer-refused', { params: { reason: outcome.reason.slice(0, 200) } });
  if (outcome.kind === 'unknown') throw new AppError('charging.insurer-silent');
  assertParts(total, outcome);
  const { fundPay, accountPay, hospitalPay, selfPay } = outcome;
  ctx.audit({ subject: 'charging.month-rehearsal', patientId: candidate.patient.patientId, after: { month, settlementId, total: moneyToWire(total) } });
  return {
    totalPrice: moneyToWire(total),
    fundPay: moneyToWire(fundPay),
    accountPay: moneyToWire(accountPay),
    hospitalPay: moneyToWire(hospitalPay),
    selfPay: moneyToWire(selfPay),
    exact: outcome.exact,
  };
}

/** POST month/Actions/LetGo: nobody settles what was worked out, so prescriptions come free for the desk again. */
export async function letGoInsured(ctx: Ctx, { patientId, month }: { readonly patientId: string; readonly month: string }): Promise<null> {
  assertSeesWholeDesk(ctx);
  assertInsurer(ctx, 'insured');
  const { patient } = await personToWriteFor(ctx, patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  const { userId, userName } = ctx.user;
  await ctx.service(insuredSettlement).letGoMonth?.({ orgId: patient.orgId, patientId: patient.patientId, month, by: { userId, userName } });
  ctx.audit({ subject: 'charging.month-rehearsal', patientId: patient.patientId, after: { month, letGo: true } });
  return null;
}
