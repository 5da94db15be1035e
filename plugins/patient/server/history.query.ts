import { DEFAULT_PAGE_SIZE, type Page, toPage } from '@nephra/plugin-sdk/contract';
import type { FileChange } from '../contract/index.ts';
import { shownValue } from '../domain/masked-change.ts';
import { type Ctx, demand, NAMELESS, repoOf } from './patient-call.ts';
import { shownFields } from './shown-columns.ts';

/** Changes of a file, newest first; numbers of identity are masked, and the other file of a merge has no name when it is out of sight. */
export async function historyOf(ctx: Ctx, id: string, request: { currentPage?: number; pageSize?: number }): Promise<Page<FileChange>> {
  await demand(ctx, id);
  const size = request.pageSize ?? DEFAULT_PAGE_SIZE;
  const changes = ctx.db.selectFrom('patient.change as c').where('c.patient_id', '=', id);
  const rows = await changes
    .leftJoin('patient.patient as other', 'other.id', 'c.other_id')
    .select(['c.id', 'c.act', 'c.changed_at', 'c.user_id', 'c.user_name', 'c.reason', 'c.other_id', 'c.fields', 'other.patient_name as other_name'])
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset(((request.currentPage ?? 1) - 1) * size)
    .execute();
  const { total } = await changes.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const others = rows.flatMap((row) => row.other_id ?? []);
  const seen = new Set(await repoOf(ctx).idsInSight(ctx.user.orgIds, [...new Set(others)]));
  const list = rows.map((row) => ({
    id: row.id,
    act: row.act,
    changedAt: row.changed_at.getTime(),
    userId: row.user_id,
    userName: row.user_name,
    reason: row.reason,
    otherId: row.other_id !== null && seen.has(row.other_id) ? row.other_id : null,
    otherName: row.other_id === null || seen.has(row.other_id) ? (row.other_name ?? '') : NAMELESS,
    fields: shownFields(ctx, row.fields).map(({ field, before, after }) => ({ field, before: shownValue(field, before), after: shownValue(field, after) })),
  }));
  return toPage(list, Number(total), request);
}
