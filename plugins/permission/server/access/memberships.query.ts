import { sql } from '@nephra/plugin-sdk/server';
import type { Membership, Workplace } from '../../domain/membership.ts';
import { type Ctx, pathUp } from '../permission-call.ts';

/** Organisations whose roles and positions count for somebody who works there today. */
export async function workplaceOf(ctx: Ctx, orgId: string): Promise<Workplace> {
  // rows: the tree of organisations, to decide by; nothing of it is told
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from core.org where id = ${orgId}
      union
      select org.id from core.org as org join below on org.parent_id = below.id where org.deleted_at is null
    ) select id from below`.execute(ctx.db);
  return { above: await pathUp(ctx, orgId), below: rows.map((row) => row.id) };
}

/** Everything that rights of one person may come from, whether it counts or not; the person comes last. */
export async function membershipsOf(ctx: Ctx, userId: string): Promise<Membership[]> {
  // rows: of one person whom the caller has found, or the caller himself
  const { rows } = await sql<{ type: Membership['type']; id: string; name: string; enabled: boolean; org_ids: string[] }>`
    select 'role' as type, role.id, role.full_name as name, role.enabled,
      array(select limited.org_id from core.role_org as limited where limited.role_id = role.id) as org_ids
    from core.user_role as link join core.role as role on role.id = link.role_id
    where link.user_id = ${userId} and role.deleted_at is null
    union all
    select 'position', post.id, post.full_name, post.enabled, array[post.org_id]
    from core.user_position as link join core.position as post on post.id = link.position_id
    where link.user_id = ${userId} and post.deleted_at is null
    union all
    select 'group', bunch.id, bunch.full_name, bunch.enabled, '{}'
    from core.user_group_member as link join core.user_group as bunch on bunch.id = link.group_id
    where link.user_id = ${userId} and bunch.deleted_at is null
    union all
    select 'user', person.id, person.real_name, true, '{}' from core.user_account as person where person.id = ${userId}`.execute(ctx.db);
  return rows.map(({ org_ids: orgIds, ...row }) => ({ ...row, orgIds }));
}
