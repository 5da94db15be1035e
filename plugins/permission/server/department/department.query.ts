import { sql } from '@nephra/plugin-sdk/server';
import { visibleUsers } from '../access/user-scope.ts';
import { type Ctx, refusedAt, sees } from '../permission-call.ts';
import { userTable } from '../tables/user.table.ts';

/** `name/account` of who leads departments, by their id; whoever was deleted is missing. */
export async function leaderNames(ctx: Ctx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  // rows: who leads a department that came through its door
  const { rows } = await sql<{ id: string; name: string }>`
    select id, real_name || '/' || account as name from core.user_account where id = any(${ids.filter((id) => id !== null)}) and deleted_at is null`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** People of each department itself, as far as the caller sees them; one without any is missing. */
export async function peopleByDepartment(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>> {
  // rows: people are narrowed to those of whoever asks
  const { rows } = await sql<{ id: string; count: string }>`
    select link.department_id as id, count(distinct link.user_id) as count
    from core.user_org as link inner join core.user_account as person on person.id = link.user_id
    where link.department_id = any(${[...ids]}) and ${visibleUsers(ctx)} group by link.department_id`.execute(ctx.db);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** @throws AppError at the field for somebody who is not there, hidden or disabled */
export async function leaderAsked(ctx: Ctx, id: string): Promise<string | null> {
  if (id === '') return null;
  const person = await userTable.find(ctx, id);
  if (!person || !sees(ctx, person.orgId)) throw refusedAt('managerId', 'no-such-person');
  if (!person.enabled) throw refusedAt('managerId', 'person-disabled', { name: person.realName });
  return id;
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
