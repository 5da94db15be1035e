import type { UserId } from '@nephra/plugin-sdk/contract';
import { type RawBuilder, sql } from '@nephra/plugin-sdk/server';
import type { Addressee } from '../../domain/receivers/addressee.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Whom a message reaches. */
export interface Audience {
  readonly addressees: readonly Addressee[];
  /** System administrators, too. */
  readonly administrators?: boolean;
}

type Condition = RawBuilder<boolean>;

/** An organisation or department with all below it. */
const branch = (table: 'core.org' | 'core.department', ids: readonly string[]) => sql`(
  with recursive branch (id) as (
    select id from ${sql.table(table)} where id = any(${[...ids]}::text[]) and deleted_at is null
    union select below.id from ${sql.table(table)} as below join branch on below.parent_id = branch.id where below.deleted_at is null
  ) select id from branch)`;

// rows: second places of people, for conditions on accounts; nobody is told of them
const worksBelow = (orgIds: readonly string[]): Condition => sql`(account.org_id in ${branch('core.org', orgIds)}
  or account.id in (select place.user_id from core.user_org as place where place.org_id in ${branch('core.org', orgIds)}))`;

// rows: second places of people, for conditions on accounts; nobody is told of them
const inDepartments = (ids: readonly string[]): Condition => sql`(account.department_id in ${branch('core.department', ids)}
  or account.id in (select place.user_id from core.user_org as place where place.department_id in ${branch('core.department', ids)}))`;

// rows: who has a role, for conditions on accounts; nobody is told of them
const withRole = (ids: readonly string[]): Condition => sql`account.id in (select link.user_id from core.user_role as link
  join core.role as role on role.id = link.role_id where link.role_id = any(${[...ids]}::text[]) and role.deleted_at is null and role.enabled)`;

// rows: who is in a group, for conditions on accounts; nobody is told of them
const inGroup = (ids: readonly string[]): Condition => sql`account.id in (select link.user_id from core.user_group_member as link
  join core.user_group as one on one.id = link.group_id where link.group_id = any(${[...ids]}::text[]) and one.deleted_at is null and one.enabled)`;

/** Roles, or groups, of one reach together. */
function shared(addressees: readonly Addressee[], kind: 'role' | 'group', has: (ids: readonly string[]) => Condition): Condition[] {
  const byReach = new Map<string, string[]>();
  for (const one of addressees) if (one.kind === kind) byReach.set(one.within, [...(byReach.get(one.within) ?? []), one.id]);
  return [...byReach].map(([within, ids]) => (within === '' ? has(ids) : sql`(${has(ids)} and ${worksBelow([within])})`));
}

/** Condition on `core.user_account as account`: one of these. People who are deleted or out of use are none of them. */
export function isOneOf({ addressees, administrators = false }: Audience): Condition {
  const idsOf = (kind: Addressee['kind']) => addressees.flatMap((one) => (one.kind === kind && one.kind !== 'all' ? [one.id] : []));
  const [users, orgs, departments] = [idsOf('user'), idsOf('organisation'), idsOf('department')];
  const means: Condition[] = [
    ...(addressees.some(({ kind }) => kind === 'all') ? [sql<boolean>`true`] : []),
    ...(administrators ? [sql<boolean>`account.is_administrator`] : []),
    ...(users.length > 0 ? [sql<boolean>`account.id = any(${users}::text[])`] : []),
    ...(orgs.length > 0 ? [worksBelow(orgs)] : []),
    ...(departments.length > 0 ? [inDepartments(departments)] : []),
    ...shared(addressees, 'role', withRole),
    ...shared(addressees, 'group', inGroup),
  ];
  return sql`(account.deleted_at is null and account.enabled and (${means.length === 0 ? sql`false` : sql.join(means, sql` or `)}))`;
}

/** Ids of all whom it reaches now. */
export async function peopleOf(ctx: Pick<ReadCtx, 'db'>, audience: Audience): Promise<UserId[]> {
  // rows: receivers of a message that somebody with the right to write one sends; nobody is told who they are
  const rows = await ctx.db.selectFrom('core.user_account as account').select('account.id').where(isOneOf(audience)).orderBy('account.id').execute();
  return rows.map(({ id }) => id as UserId);
}

export async function countPeople(ctx: Pick<ReadCtx, 'db'>, audience: Audience): Promise<number> {
  // rows: counted alone
  const query = ctx.db.selectFrom('core.user_account as account').select(sql<string>`count(*)`.as('count'));
  return Number((await query.where(isOneOf(audience)).executeTakeFirst())?.count ?? 0);
}
