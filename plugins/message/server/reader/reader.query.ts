import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { keysOf } from '../../domain/receivers/addressee.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Somebody who reads their messages. */
export interface Reader {
  readonly userId: string;
  /** All addressees that mean them. */
  readonly keys: readonly string[];
  /** What was released before they were here counts as read. */
  readonly since: Date;
}

interface Fact {
  readonly kind: 'account' | 'organisation' | 'department' | 'role' | 'group';
  readonly id: string;
  /** Of the account. */
  readonly created_at: Date | null;
}

/**
 * Whom somebody is, as things stand now: places with all above them, roles, groups. Places, roles and groups that are deleted mean nobody; roles and groups
 * out of use neither.
 * @throws AppError `core.not-found` for an account that is not there
 */
export async function readerOf(ctx: Pick<ReadCtx, 'db'>, userId: string): Promise<Reader> {
  // rows: account, places, roles and groups of the one person who asks, by their own id
  const { rows } = await sql<Fact>`
    with recursive place (org_id, department_id) as (
      select org_id, department_id from core.user_account where id = ${userId}
      union select org_id, department_id from core.user_org where user_id = ${userId}
    ), org_up (id, parent_id) as (
      select org.id, org.parent_id from core.org as org join place on place.org_id = org.id where org.deleted_at is null
      union select above.id, above.parent_id from core.org as above join org_up on above.id = org_up.parent_id where above.deleted_at is null
    ), department_up (id, parent_id) as (
      select department.id, department.parent_id from core.department as department join place on place.department_id = department.id where department.deleted_at is null
      union select above.id, above.parent_id from core.department as above join department_up on above.id = department_up.parent_id where above.deleted_at is null
    )
    select 'account' as kind, id, created_at from core.user_account where id = ${userId} and deleted_at is null
    union all select 'organisation', id, null from org_up
    union all select 'department', id, null from department_up
    union all select 'role', role.id, null from core.user_role as link join core.role as role on role.id = link.role_id
      where link.user_id = ${userId} and role.deleted_at is null and role.enabled
    union all select 'group', one.id, null from core.user_group_member as link join core.user_group as one on one.id = link.group_id
      where link.user_id = ${userId} and one.deleted_at is null and one.enabled`.execute(ctx.db);
  const since = rows.find(({ kind }) => kind === 'account')?.created_at;
  if (!since) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
  const idsOf = (kind: Fact['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const keys = keysOf({ userId, orgIds: idsOf('organisation'), departmentIds: idsOf('department'), roleIds: idsOf('role'), groupIds: idsOf('group') });
  return { userId, keys, since };
}
