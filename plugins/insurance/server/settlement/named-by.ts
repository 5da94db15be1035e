import type { OrgId } from '@nephra/plugin-sdk/contract';
import { dataRights, type RawBuilder, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { CallCtx } from './desk.ts';

/** As many patients as one search of names gives. */
const PATIENTS = 500;

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Condition "this row is what was typed": one of `texts` (columns) holds it, its patient is found by it, pinyin included, or `beside` is true.
 * Patients are found among those in sight, so that hidden ones take nobody's place.
 * Undefined when nothing was typed.
 */
export async function namedBy(
  ctx: CallCtx,
  keyword: string | undefined,
  texts: readonly string[],
  beside?: (pattern: string) => RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool> | undefined> {
  const typed = keyword?.trim() ?? '';
  if (typed === '') return undefined;
  const orgIds: readonly OrgId[] = ctx.user.orgIds;
  const { list } = await ctx.service(patientDirectory).search({ orgIds, keyword: typed, rights: dataRights(ctx, 'his.patient'), pageSize: PATIENTS });
  const parts = texts.map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${contains(typed)}`);
  if (beside) parts.push(beside(contains(typed)));
  if (list.length > 0) parts.push(sql<SqlBool>`patient_id in (${sql.join(list.map((row) => row.patientId))})`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
