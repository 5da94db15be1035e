import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { FilingAnswer } from '../../domain/settlement/filing-check.ts';
import type { Filing } from '../../domain/settlement/settle-checks.ts';
import type { Ctx } from '../settlement/ledger/settlement-context.ts';

/** Keeps what 5301 answered; an answer that is older than the stored one changes nothing. */
export async function keepFilings(ctx: Ctx, about: { orgId: OrgId; patientId: string; psnNo: string }, filings: readonly Filing[]): Promise<void> {
  const row = { psn_no: about.psnNo, filings: JSON.stringify(filings), asked_at: ctx.clock.steady() };
  await ctx.db
    .insertInto('insurance.filing_answer')
    .values({ org_id: about.orgId, patient_id: about.patientId, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'patient_id']).doUpdateSet(row).where('insurance.filing_answer.asked_at', '<=', row.asked_at))
    .execute();
}

/** The newest answers of a facility about these patients, by patient. */
export async function filingsOf(ctx: Ctx, orgId: OrgId, patientIds: readonly string[]): Promise<ReadonlyMap<string, FilingAnswer>> {
  if (patientIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('insurance.filing_answer')
    .select(['patient_id', 'filings', 'asked_at'])
    .where('org_id', '=', orgId)
    .where('patient_id', 'in', [...patientIds])
    .execute();
  return new Map(rows.map((row) => [row.patient_id, { filings: row.filings, askedAt: ctx.clock.shown(row.asked_at) }]));
}
