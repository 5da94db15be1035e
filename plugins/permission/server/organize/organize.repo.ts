import { sql } from '@nephra/plugin-sdk/server';
import type { Ctx } from '../permission-call.ts';

/** Departments and people of each organisation itself. */
export async function countsByOrg({ db }: Ctx): Promise<{ departments: Map<string, number>; people: Map<string, number> }> {
  // rows: numbers of all organisations; the list asks for those that came through their door
  const [departments, people] = await Promise.all([
    db
      .selectFrom('core.department')
      .select((eb) => ['org_id', eb.fn.countAll<string>().as('count')])
      .where('deleted_at', 'is', null)
      .groupBy('org_id')
      .execute(),
    db
      .selectFrom('core.user_org as link')
      .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
      .select((eb) => ['link.org_id', eb.fn.count<string>('link.user_id').distinct().as('count')])
      .where('person.deleted_at', 'is', null)
      .groupBy('link.org_id')
      .execute(),
  ]);
  const byOrg = (rows: readonly { org_id: string; count: string }[]) => new Map(rows.map((row) => [row.org_id, Number(row.count)]));
  return { departments: byOrg(departments), people: byOrg(people) };
}

/** What hangs on an organisation itself. */
export async function usesOfOrg(ctx: Ctx, id: string): Promise<{ organisation: number; department: number; position: number; person: number }> {
  // rows: whether anything hangs on it: counted whoever may see it
  const { rows } = await sql<{ organisation: string; department: string; position: string; person: string }>`
    select
      (select count(*) from core.org where parent_id = ${id} and deleted_at is null) as organisation,
      (select count(*) from core.department where org_id = ${id} and deleted_at is null) as department,
      (select count(*) from core.position where org_id = ${id} and deleted_at is null) as position,
      (select count(*) from core.user_account as person where deleted_at is null
        and (org_id = ${id} or exists (select 1 from core.user_org as link where link.user_id = person.id and link.org_id = ${id}))) as person`.execute(ctx.db);
  const [row] = rows;
  return {
    organisation: Number(row?.organisation ?? 0),
    department: Number(row?.department ?? 0),
    position: Number(row?.position ?? 0),
    person: Number(row?.person ?? 0),
  };
}

/** Nobody else makes or moves an organisation until this transaction ends: two moves at once could close a loop. */
export async function lockOrgTree(ctx: Ctx): Promise<void> {
  await sql`lock table core.org in share row exclusive mode`.execute(ctx.db);
}
