import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { prescriptionPackCodes } from '../../../../prescription/contract/index.ts';
import { type ScannedCode, traceProblem } from '../../../domain/settlement/trace-code.ts';
import { settlementLineTable } from '../../tables/settlement-parts.table.ts';
import type { Ctx } from '../ledger/settlement-context.ts';
import { dpIdsOf, type SettlementRow } from '../ledger/settlement.repo.ts';

/** Settlements that are over without a sale: their packs may be sold again. */
const UNSOLD = ['cancelled', 'abandoned'] as const;

// rows: of a settlement that was found for the organisations of whoever works on it
const linesOf = (ctx: Ctx, settlementId: string) =>
  ctx.db
    .selectFrom('insurance.settlement_line as line')
    .select(settlementLineTable.sqlColumns('line', ['detailId', 'feedetlSn', 'drugName', 'medListCodg']))
    .where('settlement_id', '=', settlementId)
    .execute();

/**
 * Looks at scanned pack codes before anything leaves. The setting `traceRequired` demands one for every packed medicine.
 * @throws AppError `insurance.trace-line|trace-wrong|trace-twice|trace-missing`, `insurance.trace-used` for a pack that was settled before, or
 * `insurance.trace-handed-out` for one that left the pharmacy for another prescription and has not come back
 */
export async function assertTraceCodes(ctx: Ctx, row: SettlementRow, codes: readonly ScannedCode[]): Promise<void> {
  const demanded = ctx.settings.traceRequired === true;
  if (codes.length === 0 && !demanded) return;
  const lines = (await linesOf(ctx, row.id)).map((line) => ({ detailId: line.detailId, name: line.drugName, nationalCode: line.medListCodg }));
  const problem = traceProblem(lines, codes, demanded);
  if (problem) throw new AppError(`insurance.${problem.key}`, { code: EnvelopeCode.Invalid, params: problem.params });
  for (const { code } of codes) {
    // rows: whether a code was sold at the facility of the settlement in hand
    const sold = await ctx.db
      .selectFrom('insurance.settlement')
      .select('id')
      .where('id', '<>', row.id)
      .where('org_id', '=', row.orgId)
      .where('state', 'not in', UNSOLD)
      .where(sql<boolean>`trace_codes @> ${JSON.stringify([{ code }])}::jsonb`)
      .limit(1)
      .executeTakeFirst();
    if (sold) throw new AppError('insurance.trace-used', { code: EnvelopeCode.Conflict, params: { code } });
  }
  // A pack may go over the counter before it is settled: then for one of these prescriptions.
  const own = new Set(await dpIdsOf(ctx, row.id));
  const out = (await ctx.optionalService(prescriptionPackCodes)?.out(codes.map(({ code }) => code))) ?? [];
  const elsewhere = out.find(({ dpId }) => !own.has(dpId));
  if (elsewhere) throw new AppError('insurance.trace-handed-out', { code: EnvelopeCode.Conflict, params: { code: elsewhere.code } });
}

/** The part of 2207 that names the packs; nothing without any. */
export async function traceNode(ctx: Ctx, row: SettlementRow, codes: readonly ScannedCode[]): Promise<Record<string, unknown>> {
  if (codes.length === 0) return {};
  const numbers = new Map((await linesOf(ctx, row.id)).map((line) => [line.detailId, line.feedetlSn]));
  return { drug_trac_info: codes.map((one) => ({ feedetl_sn: numbers.get(one.detailId), drug_trac_codg: one.code, trdn_flag: '0', min_prcunt_type: '1' })) };
}
