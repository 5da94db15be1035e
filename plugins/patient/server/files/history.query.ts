import { DEFAULT_PAGE_SIZE, type Page, toPage } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { FileChange } from '../../contract/index.ts';
import { shownValue } from '../../domain/file/masked-change.ts';
import { changeTable } from './change.table.ts';
import { type Ctx, demand, NAMELESS, repoOf } from './patient-call.ts';
import { shownFields } from './shown-columns.ts';

/** Changes of a file, newest first; numbers of identity are masked, and the other file of a merge has no name when it is hidden. */
export async function historyOf(ctx: Ctx, id: string, request: { currentPage?: number; pageSize?: number }): Promise<Page<FileChange>> {
  await demand(ctx, id);
  const size = request.pageSize ?? DEFAULT_PAGE_SIZE;
  const changes = changeTable.select(ctx, 'c').where('c.patientId', '=', id);
  // rows: the name is told only where the other file is visible, see `seen`
  const rows = await changes
    .select(sql<string | null>`(select other.patient_name from patient.patient as other where other.id = "c"."otherId")`.as('otherName'))
    .orderBy('c.changedAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset(((request.currentPage ?? 1) - 1) * size)
    .execute();
  const { total } = await changes
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const others = rows.flatMap((row) => row.otherId ?? []);
  const seen = new Set(await repoOf(ctx).visibleIds(ctx.user.orgIds, [...new Set(others)]));
  const list = rows.map((row) => ({
    id: row.id,
    act: row.act,
    changedAt: row.changedAt.getTime(),
    userId: row.userId,
    userName: row.userName,
    reason: row.reason,
    otherId: row.otherId !== null && seen.has(row.otherId) ? row.otherId : null,
    otherName: row.otherId === null || seen.has(row.otherId) ? (row.otherName ?? '') : NAMELESS,
    fields: shownFields(ctx, row.fields).map(({ field, before, after }) => ({ field, before: shownValue(field, before), after: shownValue(field, after) })),
  }));
  return toPage(list, Number(total), request);
}
