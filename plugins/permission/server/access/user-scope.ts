import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type ReadContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { DelegatedAct } from '../../domain/rights/delegation.ts';
import type { Place } from '../../domain/user/memberships.ts';
import { userRowFilter } from './user.model.ts';
import { type Ctx, mayAdminister, visibleOrgIds } from '../permission-call.ts';

/** People who work in one of these organisations and are not deleted. */
export const worksIn = (orgIds: readonly string[], alias = 'person') => {
  const person = sql.ref(alias);
  // rows: where people work, for conditions over people alone
  return sql<SqlBool>`${person}.deleted_at is null and (${person}.org_id = any(${orgIds}) or exists (
    select 1 from core.user_org as link where link.user_id = ${person}.id and link.org_id = any(${orgIds})))`;
};

/** People whom the caller may see in the administration of users: of their organisations, as far as data rights reach. */
export function visibleUsers(ctx: Omit<ReadContext, 'db'>, alias = 'person') {
  const orgIds = visibleOrgIds(ctx);
  return orgIds === undefined ? sql<SqlBool>`${sql.ref(alias)}.deleted_at is null` : sql<SqlBool>`(${worksIn(orgIds, alias)} and ${userRowFilter(ctx, alias)})`;
}

/** Where people work, by user. */
export async function placesOf(ctx: Ctx, userIds: readonly string[]): Promise<ReadonlyMap<string, (Place & { major: boolean })[]>> {
  const places = new Map<string, (Place & { major: boolean })[]>();
  if (userIds.length === 0) return places;
  // rows: places of people who came through their door; `sees` narrows what of them is told
  const rows = await ctx.db
    .selectFrom('core.user_org')
    .select(['user_id', 'org_id as orgId', 'department_id as departmentId', 'is_major as major'])
    .where('user_id', 'in', userIds)
    .orderBy('is_major', 'desc')
    .orderBy('org_id')
    .orderBy('department_id')
    .execute();
  for (const { user_id, ...place } of rows) {
    const known = places.get(user_id);
    if (known) known.push(place);
    else places.set(user_id, [place]);
  }
  return places;
}

/** Every organisation that one of these people works in. */
export async function orgIdsOfPeople(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // rows: where people work, to decide who may change what they hold; nothing of it is told
  const { rows } = await sql<{ org_id: string }>`
    select org_id from core.user_account where id = any(${[...ids]}) union select org_id from core.user_org where user_id = any(${[...ids]})`.execute(ctx.db);
  return rows.map((row) => row.org_id);
}

/**
 * Refuses to let somebody change people whom they do not administer everywhere: who works in two organisations holds rights in both, so
 * whoever looks after one of them must not take the account over. Administrators are changed by administrators only.
 * @throws AppError `permission.user-admin-only`, `permission.not-delegated`
 */
export async function assertAdministersUsers(
  ctx: Ctx,
  act: DelegatedAct,
  users: readonly { readonly id: string; readonly orgId: string; readonly isAdministrator: boolean }[],
): Promise<void> {
  if (ctx.user.isAdministrator) return;
  if (users.some((user) => user.isAdministrator)) throw new AppError('permission.user-admin-only', { code: EnvelopeCode.Forbidden });
  const places = await placesOf(
    ctx,
    users.map((user) => user.id),
  );
  const orgIds = new Set([...users.map((user) => user.orgId), ...[...places.values()].flat().map((place) => place.orgId)]);
  for (const orgId of orgIds) {
    if (!(await mayAdminister(ctx, act, orgId))) throw new AppError('permission.not-delegated', { code: EnvelopeCode.Forbidden });
  }
}

/** @throws AppError `permission.user-self` */
export function assertNotSelf(ctx: Ctx, ids: readonly string[]): void {
  if (ids.includes(ctx.user.userId)) throw new AppError('permission.user-self');
}

/**
 * Somebody must always be able to administer: an administrator in use, not locked, with a password. Locks their rows, so that two
 * administrators who switch each other off at the same moment do not both succeed.
 * @param leaving who will no longer be one
 * @throws AppError `permission.user-last-admin`
 */
export async function assertAdministratorsRemain(ctx: Ctx, leaving: readonly { readonly id: string; readonly isAdministrator: boolean }[]): Promise<void> {
  const ids = leaving.filter((user) => user.isAdministrator).map((user) => user.id);
  if (ids.length === 0) return;
  // rows: whether an administrator is left in the whole installation; nobody is told who
  const administrators = await ctx.db
    .selectFrom('core.user_account')
    .select('id')
    .where('is_administrator', '=', true)
    .where('enabled', '=', true)
    .where('locked', '=', false)
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (administrators.every((one) => ids.includes(one.id))) throw new AppError('permission.user-last-admin');
}
