import { type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { Ctx } from '../permission-call.ts';
import { visibleUsers } from '../access/user-scope.ts';
import { userTable } from '../tables/user.table.ts';
import type { MemberObject } from './member-object.ts';

// rows: members of a role, position or group that came through its door; people are narrowed by theirs
const LINKS = {
  role: { table: sql.table('core.user_role'), column: sql.ref('role_id') },
  position: { table: sql.table('core.user_position'), column: sql.ref('position_id') },
  group: { table: sql.table('core.user_group_member'), column: sql.ref('group_id') },
} as const;

/** Whether the person (alias `person`) is a member. */
export const isMember = ({ type, id }: MemberObject) => {
  const { table, column } = LINKS[type];
  return sql<SqlBool>`exists (select 1 from ${table} as link where link.user_id = person.id and link.${column} = ${id})`;
};

export interface MemberFacts {
  readonly id: string;
  readonly orgId: string;
  readonly isAdministrator: boolean;
  readonly enabled: boolean;
  /** Within what the caller sees. */
  readonly visible: boolean;
}

/** All members that are not deleted. */
export async function membersOf(ctx: Ctx, object: MemberObject): Promise<MemberFacts[]> {
  const { table, column } = LINKS[object.type];
  // rows: `visible` says whom the caller sees, by the condition of their door; the others are kept as they are
  const { rows } = await sql<MemberFacts>`
    select person.id, person.org_id as "orgId", person.is_administrator as "isAdministrator", person.enabled, (${visibleUsers(ctx)}) as visible
    from ${table} as link join core.user_account as person on person.id = link.user_id
    where link.${column} = ${object.id} and person.deleted_at is null order by person.id`.execute(ctx.db);
  return rows;
}

/** People of these ids who are visible, locked until the change is through. */
export async function visiblePeople(ctx: Ctx, ids: readonly string[]): Promise<MemberFacts[]> {
  if (ids.length === 0) return [];
  const rows = await userTable
    .select(ctx, 'person')
    .where('person.id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('person.id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => ({ ...row, visible: true }));
}

export async function addMembers(ctx: Ctx, { type, id }: MemberObject, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { table, column } = LINKS[type];
  await sql`insert into ${table} (user_id, ${column}) select unnest(${userIds}::text[]), ${id} on conflict do nothing`.execute(ctx.db);
}

export async function removeMembers(ctx: Ctx, { type, id }: MemberObject, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { table, column } = LINKS[type];
  await sql`delete from ${table} where ${column} = ${id} and user_id = any(${userIds})`.execute(ctx.db);
}
