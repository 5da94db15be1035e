import { dataRights, matchesKeyword, type RawBuilder, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import type { CallCtx } from './settlement-context.ts';

/** As many patients as one search of names gives. */
const PATIENTS = 500;

/**
 * Condition "this row is what was typed": `searchGrams` holds it, or its patient is found by it, pinyin included.
 * Patients are found among those visible, so that hidden ones take nobody's place.
 * Undefined when nothing was typed.
 * @param texts columns that `searchGrams` is made of
 */
export async function namedBy(ctx: CallCtx, keyword: string | undefined, texts: readonly string[]): Promise<RawBuilder<SqlBool> | undefined> {
  const typed = keyword?.trim() ?? '';
  const written = matchesKeyword('searchGrams', typed, texts);
  if (!written) return undefined;
  const ids = await ctx.service(patientDirectory).idsFound(typed, ctx.user.orgIds, dataRights(ctx, 'his.patient'), PATIENTS);
  return ids.length === 0 ? written : sql<SqlBool>`(${written} or "patientId" = any(${[...ids]}::text[]))`;
}
