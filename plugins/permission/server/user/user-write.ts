import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { UserWrite } from '../../contract/index.ts';
import { closesCircle, idsOf, majorPlace, type Place, replaceVisible, samePlace } from '../../domain/user/memberships.ts';
import { type CheckedUser, checkUser } from '../../domain/user/user-check.ts';
import type { Receiver } from '../../domain/rights/giving.ts';
import { assertMayGive } from '../access/giver.ts';
import { heldSchemes } from '../access/held-schemes.ts';
import { departmentTable } from '../tables/department.table.ts';
import { orgTable } from '../tables/org.table.ts';
import { visibleRoles } from '../directory/role-tree.query.ts';
import { assertAdministers, type Ctx, notFound, sees } from '../permission-call.ts';
import { groupTable } from '../tables/group.table.ts';
import { positionTable } from '../tables/position.table.ts';
import type { UserLinks } from './user-links.ts';
import { type UserStored, userTable } from '../tables/user.table.ts';

/** @throws AppError with the first thing that is wrong, at its field */
export function refuseWrong(user: CheckedUser): void {
  const [problem] = checkUser(user);
  if (problem) throw new AppError(`permission.${problem.key}`, { code: EnvelopeCode.Invalid, fields: [{ path: problem.field, msg: '' }] });
}

/** Organisations and departments by id. @throws AppError 404 for one that is hidden */
async function placesFor(ctx: Ctx, ids: readonly string[]): Promise<Place[]> {
  const [orgs, departments] = await Promise.all([
    orgTable.select(ctx, 'org').where('org.id', 'in', ids).execute(),
    departmentTable.select(ctx, 'd').where('d.id', 'in', ids).execute(),
  ]);
  const orgOf = new Map<string, string>(departments.map((row) => [row.id, row.orgId]));
  return ids.map((id) => {
    const orgId = orgOf.get(id) ?? orgs.find((org) => org.id === id)?.id;
    if (orgId === undefined) throw notFound();
    return { orgId, departmentId: orgOf.has(id) ? id : null };
  });
}

export interface PlaceChange {
  readonly places: readonly Place[];
  readonly major: Place;
}

/**
 * Where a person will work: what was asked for, and what the caller cannot see and so cannot have meant to take away.
 * @throws AppError 404, `permission.not-delegated` for an organisation that is new to the person
 */
export async function placesAfter(ctx: Ctx, organizeId: string, before: readonly Place[], today: Place | undefined): Promise<PlaceChange> {
  const ids = idsOf(organizeId);
  if (ids.length === 0) throw new AppError('permission.user-no-place', { code: EnvelopeCode.Invalid, fields: [{ path: 'organizeId', msg: '' }] });
  const given = await placesFor(ctx, ids);
  const known = new Set(before.map((place) => place.orgId));
  for (const orgId of new Set(given.map((place) => place.orgId))) if (!known.has(orgId)) await assertAdministers(ctx, 'add', orgId);
  const places = replaceVisible(before, given, (place) => sees(ctx, place.orgId), samePlace);
  const major = majorPlace(places, today);
  if (!major) throw notFound();
  return { places, major };
}

export const orgIdsOf = ({ places }: PlaceChange): string[] => [...new Set(places.map(({ orgId }) => orgId))];

export interface LinkIds {
  readonly roles: readonly string[];
  readonly positions: readonly string[];
  readonly groups: readonly string[];
}

/**
 * Roles, positions and groups that a person will have; what was not sent stays. What is new must be the caller's to give.
 * @throws AppError 404 for one that is hidden, else as `assertMayGive`
 */
export async function linksAfter(
  ctx: Ctx,
  sent: Pick<UserWrite, 'roleId' | 'positionId' | 'groupId'>,
  before: UserLinks,
  receiver: Receiver,
): Promise<LinkIds> {
  const now: LinkIds = {
    roles: before.roles.map((role) => role.id),
    positions: before.positions.map((position) => position.id),
    groups: before.groups.map((group) => group.id),
  };
  const roles = sent.roleId === undefined ? now.roles : merge(idsOf(sent.roleId), now.roles, await roleIds(ctx));
  const positions =
    sent.positionId === undefined
      ? now.positions
      : merge(idsOf(sent.positionId), now.positions, await positionIds(ctx, [...idsOf(sent.positionId), ...now.positions]));
  const groups = sent.groupId === undefined ? now.groups : merge(idsOf(sent.groupId), now.groups, await groupIds(ctx));
  const fresh = (after: readonly string[], old: readonly string[]): string[] => after.filter((id) => !old.includes(id));
  await assertMayGive(ctx, 'role', fresh(roles, now.roles), receiver);
  await assertMayGive(ctx, 'position', fresh(positions, now.positions), receiver);
  await assertMayGive(ctx, 'group', fresh(groups, now.groups), receiver);
  return { roles, positions, groups };
}

/** @throws AppError 404 when something is given that cannot be seen and is not there yet */
function merge(given: readonly string[], now: readonly string[], visible: ReadonlySet<string>): string[] {
  if (given.some((id) => !visible.has(id) && !now.includes(id))) throw notFound();
  return replaceVisible(
    now,
    given,
    (id) => visible.has(id),
    (one, other) => one === other,
  );
}

/** Roles that the caller may name: all for administrators, else those of the visible organisations and those for everybody. */
export async function assignableRoles(ctx: Ctx): Promise<{ readonly id: string; readonly name: string }[]> {
  if (!ctx.user.isAdministrator) return (await visibleRoles(ctx)).map(({ entry }) => ({ id: entry.id, name: entry.fullName }));
  // rows: administrators name any role
  return await ctx.db.selectFrom('core.role').select(['id', 'full_name as name']).where('deleted_at', 'is', null).orderBy('sort_code').orderBy('id').execute();
}

const roleIds = async (ctx: Ctx): Promise<Set<string>> => new Set((await assignableRoles(ctx)).map((role) => role.id));

async function positionIds(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await positionTable.select(ctx, 'p').clearSelect().select('p.id').where('p.id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

async function groupIds(ctx: Ctx): Promise<Set<string>> {
  const rows = await groupTable.select(ctx, 'grp').clearSelect().select('grp.id').execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * The manager that a person will have; null = none.
 * @param before undefined for somebody new, who owns no rows yet
 * @throws AppError 404, `permission.user-manager-loop`, `permission.user-manager-rows`
 */
export async function managerAfter(ctx: Ctx, id: string, sent: string | undefined, before: string | null | undefined): Promise<string | null> {
  const managerId = sent?.trim();
  if (managerId === undefined || managerId === before) return before ?? null;
  if (managerId === '') return null;
  const manager = await userTable.one(ctx, managerId);
  // Two changes of managers at the same moment could close a circle that neither of them sees.
  await sql`select pg_advisory_xact_lock(hashtextextended('core.user_account manager', 0))`.execute(ctx.db);
  const above = await chainUp(ctx, managerId);
  if (closesCircle(id, above)) {
    throw new AppError('permission.user-manager-loop', { params: { name: manager.realName }, fields: [{ path: 'managerId', msg: '' }] });
  }
  const comesBelow = before !== undefined && above.includes(ctx.user.userId) && !(before !== null && (await chainUp(ctx, before)).includes(ctx.user.userId));
  if (comesBelow && (await seesThoseBelow(ctx))) throw new AppError('permission.user-manager-rows', { code: EnvelopeCode.Forbidden });
  return managerId;
}

/** A person and everybody whom they report to. */
async function chainUp(ctx: Ctx, userId: string): Promise<string[]> {
  // rows: ids of those whom a person reports to, to refuse a circle
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, manager_id from core.user_account where id = ${userId}
      union
      select boss.id, boss.manager_id from core.user_account as boss join above on boss.id = above.manager_id
    ) select id from above`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Whether a data scheme shows the caller what those who report to them own: such a caller would see more with everybody they take. */
async function seesThoseBelow(ctx: Ctx): Promise<boolean> {
  if (ctx.user.isAdministrator) return false;
  // rows: whether one of the caller’s own data schemes says so
  const { rows } = await sql`
    select id from core.data_scheme where id = any(${[...(await heldSchemes(ctx))]}) and enabled and deleted_at is null
      and condition::text like '%@userAraSubordinates%' limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Writes where a person works and what they have: everything given replaces everything before. */
export async function writeMemberships(ctx: Ctx, userId: string, { places, major }: PlaceChange, links: LinkIds, majorPosition?: string): Promise<void> {
  // rows: places of the person who was locked through the door
  await ctx.db.deleteFrom('core.user_org').where('user_id', '=', userId).execute();
  await ctx.db
    .insertInto('core.user_org')
    .values(places.map((place) => ({ user_id: userId, org_id: place.orgId, department_id: place.departmentId, is_major: samePlace(place, major) })))
    .execute();
  await replaceLinks(ctx, 'core.user_role', 'role_id', userId, links.roles);
  await replaceLinks(ctx, 'core.user_group_member', 'group_id', userId, links.groups);
  // rows: positions of the person who was locked through the door
  await ctx.db.deleteFrom('core.user_position').where('user_id', '=', userId).execute();
  const first = majorPosition !== undefined && links.positions.includes(majorPosition) ? majorPosition : links.positions[0];
  if (links.positions.length > 0) {
    await ctx.db
      .insertInto('core.user_position')
      .values(links.positions.map((id) => ({ user_id: userId, position_id: id, is_major: id === first })))
      .execute();
  }
}

async function replaceLinks(
  ctx: Ctx,
  table: 'core.user_role' | 'core.user_group_member',
  column: 'role_id' | 'group_id',
  userId: string,
  ids: readonly string[],
) {
  await sql`delete from ${sql.table(table)} where user_id = ${userId} and not (${sql.ref(column)} = any(${ids}))`.execute(ctx.db);
  await sql`insert into ${sql.table(table)} (user_id, ${sql.ref(column)}) select ${userId}::text, id from unnest(${ids}::text[]) as id on conflict do nothing`.execute(
    ctx.db,
  );
}

/** Where the account stands today. */
export const todayOf = ({ orgId, departmentId }: UserStored): Place => ({ orgId, departmentId });
