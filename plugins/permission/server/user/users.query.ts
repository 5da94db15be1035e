import type { Page, PageRequest } from '@nephra/plugin-sdk/contract';
import { coreIdentity, matchesKeyword, selectPage, shownRoleName, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { UserRow } from '../../contract/index.ts';
import { type Ctx, visibleOrgIds, sees } from '../permission-call.ts';
import { namesOf } from './place-names.ts';
import { seenLinksOf } from './user-links.ts';
import { placesOf } from '../access/user-scope.ts';
import { type UserStored, userTable } from '../tables/user.table.ts';

export interface UserFilter {
  readonly keyword?: string;
  readonly organizeId?: string;
  readonly enabledMark?: '0' | '1' | '2' | '';
}

/** People of an organisation or department and of everything below it; where somebody works hidden from the caller is not told. */
// rows: ids below a place, for a query through the door
const worksBelow = (ctx: Ctx, id: string) => sql<SqlBool>`exists (
  with recursive orgs as (
    select id from core.org where id = ${id}
    union
    select org.id from core.org as org join orgs on org.parent_id = orgs.id where org.deleted_at is null
  ), departments as (
    select id from core.department where id = ${id}
    union
    select department.id from core.department as department join departments on department.parent_id = departments.id where department.deleted_at is null
  )
  select 1 from core.user_org as place where place.user_id = person.id
    and ${seesPlace(ctx)} and (place.org_id in (select id from orgs) or place.department_id in (select id from departments)))`;

const seesPlace = (ctx: Ctx) => {
  const orgIds = visibleOrgIds(ctx);
  return orgIds === undefined ? sql<SqlBool>`true` : sql<SqlBool>`place.org_id = any(${orgIds})`;
};

const STATES = {
  '1': sql<SqlBool>`person.enabled and not person.locked`,
  '2': sql<SqlBool>`person.enabled and person.locked`,
  '0': sql<SqlBool>`not person.enabled`,
} as const;

/** The people that a filter lets through, as far as the caller sees them. */
function filteredUsers(ctx: Ctx, { keyword, organizeId, enabledMark }: UserFilter) {
  let query = userTable.select(ctx, 'person');
  if (organizeId) query = query.where(worksBelow(ctx, organizeId));
  if (enabledMark) query = query.where(STATES[enabledMark]);
  const matches = matchesKeyword('person.searchGrams', keyword);
  if (matches) query = query.where(matches);
  // rows: whether a person who came through the door has a password
  return query.select(
    sql<boolean>`not exists (select 1 from core.user_account as secret where secret.id = person.id and secret.password_hash is not null)`.as('noPassword'),
  );
}
export type ListedUser = UserStored & { readonly noPassword: boolean };

const USER_SORTS = {
  account: 'person.account',
  realName: 'person.realName',
  enCode: 'person.enCode',
  creatorTime: 'person.createdAt',
  lastLogTime: 'person.lastLoginAt',
  sortCode: 'person.sortCode',
  enabledMark: 'person.enabled',
} as const;

/** GET Users. */
export async function listUsers(ctx: Ctx, query: PageRequest & UserFilter): Promise<Page<UserRow>> {
  const page = await selectPage(filteredUsers(ctx, query), {
    db: ctx.db,
    request: query,
    sorts: USER_SORTS,
    byDefault: ['person.sortCode', 'asc'],
    tieBreaker: 'person.id',
  });
  return { ...page, list: await presentUsers(ctx, page.list) };
}

/** The same query without a page, for exports. */
export const allUsers = (ctx: Ctx, filter: UserFilter) => filteredUsers(ctx, filter).orderBy('person.sortCode').orderBy('person.id');

/** 1 in use, 2 locked by hand, 0 out of use. */
export const stateOf = (row: Pick<UserStored, 'enabled' | 'locked'>): UserRow['enabledMark'] => (row.enabled ? (row.locked ? 2 : 1) : 0);

export interface LockFacts {
  readonly lockMark: 0 | 1;
  readonly unLockTime: number | null;
}

/** What keeps each of these people out at this moment: a lock set by hand whose end has not come, or wrong passwords. */
export async function locksOf(
  ctx: Ctx,
  rows: readonly { readonly account: string; readonly locked: boolean; readonly unlockAt: Date | null }[],
): Promise<(row: { readonly account: string; readonly locked: boolean; readonly unlockAt: Date | null }) => LockFacts> {
  const waiting = rows.length === 0 ? new Map<string, Date>() : await ctx.service(coreIdentity).waitingUntil(rows.map((row) => row.account.toLowerCase()));
  const now = ctx.clock.now();
  return (row) => {
    const byHand = row.locked && (row.unlockAt === null || row.unlockAt > now);
    if (byHand && row.unlockAt === null) return { lockMark: 1, unLockTime: null };
    const ends = [byHand ? row.unlockAt : null, waiting.get(row.account.toLowerCase()) ?? null].flatMap((end) => (end && end > now ? [end.getTime()] : []));
    return ends.length === 0 ? { lockMark: 0, unLockTime: null } : { lockMark: 1, unLockTime: Math.max(...ends) };
  };
}

/** Rows as lists and exports show them; organisations, positions and roles hidden from the caller are left out. */
export async function presentUsers(ctx: Ctx, rows: readonly ListedUser[]): Promise<UserRow[]> {
  const ids = rows.map((row) => row.id);
  const [places, links, lockOf] = await Promise.all([placesOf(ctx, ids), seenLinksOf(ctx, ids), locksOf(ctx, rows)]);
  const names = await namesOf(
    ctx,
    [...places.values()].flat().filter((place) => sees(ctx, place.orgId)),
  );
  const comma = ctx.language === 'en' ? ', ' : '、';
  return rows.map((row) => {
    const where = (places.get(row.id) ?? []).filter((place) => sees(ctx, place.orgId));
    const { roles, positions } = links(row.id);
    return {
      id: row.id,
      account: row.account,
      realName: row.realName,
      enCode: row.enCode,
      gender: genderOf(row.gender),
      mobilePhone: row.mobilePhone,
      email: row.email,
      headIcon: row.headIcon,
      organize: where.map((place) => names.text(place)).join('；'),
      organizeId: where.map((place) => place.departmentId ?? place.orgId).join(','),
      roleId: roles.map((role) => role.id).join(','),
      roleName: roles.map((role) => shownRoleName(role.enCode, role.name, ctx.language)).join(comma),
      positionId: positions.map((position) => position.id).join(','),
      position: positions.map((position) => position.name).join(comma),
      description: row.description,
      enabledMark: stateOf(row),
      ...lockOf(row),
      noPassword: row.noPassword ? 1 : 0,
      isAdministrator: row.isAdministrator ? 1 : 0,
      lastLogTime: row.lastLoginAt?.getTime() ?? null,
      creatorTime: row.createdAt.getTime(),
      sortCode: row.sortCode,
      version: row.version,
    };
  });
}

export const genderOf = (stored: number): UserRow['gender'] => (stored === 1 ? '1' : stored === 2 ? '2' : '0');
