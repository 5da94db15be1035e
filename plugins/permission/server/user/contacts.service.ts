import type { UserId } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { Contact, Contacts } from '../../contract/index.ts';
import { worksIn } from '../access/user-scope.ts';
import type { PermissionDb } from '../permission-call.ts';

type Caller = Parameters<Contacts['look']>[0];

// rows: names of people whom the asking plugin has by id, or whom `worksIn` narrows; who may be written to is narrowed by where they work
const peopleOf = (ctx: ServerContext<PermissionDb>, caller: Caller) =>
  ctx.db
    .selectFrom('core.user_account as person')
    .select(['person.id', 'person.account', 'person.real_name', 'person.head_icon'])
    .select(sql<SqlBool>`person.enabled and person.deleted_at is null`.as('open'))
    .select(worksIn(caller.orgIds).as('within'));

type PersonFound = Awaited<ReturnType<ReturnType<typeof peopleOf>['execute']>>[number];
function contactOf(row: PersonFound, caller: Caller): Contact {
  const open = Boolean(row.open);
  const { id, account, real_name: realName, head_icon: headIcon } = row;
  return { id: id as UserId, account, realName, headIcon, open, reachable: open && Boolean(row.within) && id !== caller.userId };
}

/** Whom one can write to is decided as the list `ImUser` does. */
export const contactsOf = (ctx: ServerContext<PermissionDb>): Contacts => ({
  async look(caller, ids) {
    if (ids.length === 0) return new Map();
    const rows = await peopleOf(ctx, caller)
      .where('person.id', 'in', [...new Set(ids)])
      .execute();
    return new Map(rows.map((row): [string, Contact] => [row.id, contactOf(row, caller)]));
  },
  async inDepartments(caller, departmentIds, max) {
    if (departmentIds.length === 0) return [];
    // rows: departments of the caller's organisations alone, and second places of people, for conditions on accounts
    const branch = sql`(with recursive branch (id) as (
      select id from core.department where id = any(${[...departmentIds]}::text[]) and org_id = any(${[...caller.orgIds]}::text[]) and deleted_at is null
      union select below.id from core.department as below join branch on below.parent_id = branch.id where below.deleted_at is null
    ) select id from branch)`;
    // rows: second places of people, for conditions on accounts; nobody is told of them
    const inBranch = sql<SqlBool>`(person.department_id in ${branch} or person.id in (select place.user_id from core.user_org as place
      where place.department_id in ${branch}))`;
    const rows = await peopleOf(ctx, caller)
      .where(sql<SqlBool>`person.enabled`)
      .where(worksIn(caller.orgIds))
      .where(inBranch)
      .orderBy('person.id')
      .limit(max)
      .execute();
    return rows.map((row) => contactOf(row, caller));
  },
});
