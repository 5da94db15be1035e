import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { FilingAnswer } from '../../domain/settlement/filing-check.ts';
import type { Filing } from '../../domain/settlement/settle-checks.ts';
import { filingAnswerTable } from '../tables/visit.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';
import type { Ctx } from '../settlement/ledger/settlement-context.ts';

/** Keeps what 5301 answered; an answer that is older than the stored one changes nothing. */
export async function keepFilings(ctx: Ctx, about: { orgId: OrgId; patientId: string; psnNo: string }, filings: readonly Filing[]): Promise<void> {
  const askedAt = ctx.clock.steady();
  const row = filingAnswerTable.toSql(wholeCharacters({ ...about, filings, askedAt }));
  await ctx.db
    .insertInto('insurance.filing_answer')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'patient_id'])
        .doUpdateSet({ psn_no: row.psn_no, filings: row.filings, asked_at: askedAt })
        .where('insurance.filing_answer.asked_at', '<=', askedAt),
    )
    .execute();
}

/** The newest answers of a facility about these patients, by patient. */
export async function filingsOf(ctx: Ctx, orgId: OrgId, patientIds: readonly string[]): Promise<ReadonlyMap<string, FilingAnswer>> {
  if (patientIds.length === 0) return new Map();
  const rows = await filingAnswerTable
    .everywhere(ctx, 'of patients of the facility that is asked for')
    .where('row.orgId', '=', orgId)
    .where('row.patientId', 'in', [...patientIds])
    .execute();
  return new Map(rows.map(({ patientId, filings, askedAt }) => [patientId, { filings, askedAt: ctx.clock.shown(askedAt) }]));
}
