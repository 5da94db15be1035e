import { dataRights, matchesKeyword, type RawBuilder, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import type { CallCtx } from './settlement-context.ts';

/** As many patients as one search of names gives. */
const PATIENTS = 500;

/**
 * Condition "this row is what was typed": `search_grams` holds it, or its patient is found by it, pinyin included.
 * Patients are found among those visible, so that hidden ones take nobody's place.
 * Undefined when nothing was typed.
 * @param texts columns that `search_grams` is made of
 */
export async function namedBy(ctx: CallCtx, keyword: string | undefined, texts: readonly string[]): Promise<RawBuilder<SqlBool> | undefined> {
  const typed = keyword?.trim() ?? '';
  const written = matchesKeyword('search_grams', typed, texts);
  if (!written) return undefined;
  const ids = await ctx.service(patientDirectory).idsFound(typed, ctx.user.orgIds, dataRights(ctx, 'his.patient'), PATIENTS);
  return ids.length === 0 ? written : sql<SqlBool>`(${written} or patient_id = any(${[...ids]}::text[]))`;
}
