import { type RawBuilder, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { Ctx } from '../permission-call.ts';

/**
 * People by department, of one organisation.
 * @param seen only people (alias `person`) that this lets through
 */
export async function peopleByDepartment(ctx: Ctx, orgId: string, seen: RawBuilder<SqlBool>): Promise<Map<string, number>> {
  // rows: people are narrowed by `seen`, of whoever asks
  const rows = await ctx.db
    .selectFrom('core.user_org as link')
    .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
    .select((eb) => ['link.department_id', eb.fn.count<string>('link.user_id').distinct().as('count')])
    .where('link.org_id', '=', orgId)
    .where('link.department_id', 'is not', null)
    .where(seen)
    .groupBy('link.department_id')
    .execute();
  return new Map(rows.map((row) => [row.department_id ?? '', Number(row.count)]));
}

/** What hangs on a department. */
export async function usesOfDepartment(ctx: Ctx, id: string): Promise<{ department: number; position: number; person: number }> {
  // rows: whether anything hangs on it: counted whoever may see it
  const { rows } = await sql<{ department: string; position: string; person: string }>`
    select
      (select count(*) from core.department where parent_id = ${id} and deleted_at is null) as department,
      (select count(*) from core.position where department_id = ${id} and deleted_at is null) as position,
      (select count(*) from core.user_account as person where deleted_at is null
        and (department_id = ${id} or exists (select 1 from core.user_org as link where link.user_id = person.id and link.department_id = ${id}))) as person`.execute(
    ctx.db,
  );
  const [row] = rows;
  return { department: Number(row?.department ?? 0), position: Number(row?.position ?? 0), person: Number(row?.person ?? 0) };
}

/** The department and those above it, nearest first. */
export async function departmentPathUp(ctx: Ctx, id: string): Promise<string[]> {
  // rows: ids above a department, to decide by
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id, 0 as depth from core.department where id = ${id}
      union all
      select department.id, department.parent_id, above.depth + 1
      from core.department as department join above on department.id = above.parent_id where above.depth < 64
    ) select id from above order by depth`.execute(ctx.db);
  return rows.map((row) => row.id);
}
