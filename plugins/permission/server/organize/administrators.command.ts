import { assertVersion } from '@nephra/plugin-sdk/server';
import type { AdministratorsEdit, OrganizeAdministrator, OrganizeAdministrators } from '../../contract/index.ts';
import { type DelegatedAct, delegated } from '../../domain/rights/delegation.ts';
import {
  ACT_FIELDS,
  type ActField,
  type Acts,
  actsFrom,
  type DelegatedPerson,
  flatView,
  idsOfText,
  samePeople,
  withFlat,
} from '../../domain/flat-administrators.ts';
import { groupBy } from '../../domain/group-by.ts';
import { assertAdministers, type Ctx, delegationsOf, notDelegated, pathUp, refusedAt, sees } from '../permission-call.ts';
import { userTable } from '../tables/user.table.ts';
import { assertMayName, readyMadeRoles, withRoles } from './delegated-roles.ts';
import { orgTable } from '../tables/org.table.ts';

const ACTS = [
  ['thisLayerAdd', 'add', 'this'],
  ['thisLayerEdit', 'edit', 'this'],
  ['thisLayerDelete', 'delete', 'this'],
  ['subLayerAdd', 'add', 'sub'],
  ['subLayerEdit', 'edit', 'sub'],
  ['subLayerDelete', 'delete', 'sub'],
] as const satisfies readonly (readonly [ActField, DelegatedAct, 'this' | 'sub'])[];

const actsOf = (given: Partial<Record<ActField, 0 | 1>>): Acts => actsFrom((field) => given[field] ?? 0);

interface AdministratorRow extends DelegatedPerson {
  /** Roles that may be given, sorted. */
  readonly roleIds: readonly string[];
}

/** As somebody asked for it; without roles they stay. */
type WantedRow = Omit<AdministratorRow, 'roleIds'> & { readonly roleIds: readonly string[] | undefined };

async function stored(ctx: Ctx, orgId: string): Promise<(AdministratorRow & { userName: string })[]> {
  // rows: administrators of an organisation that came through its door, told whole
  const rows = await ctx.db
    .selectFrom('core.org_admin as link')
    .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
    .select([
      'link.user_id',
      'link.this_add',
      'link.this_edit',
      'link.this_delete',
      'link.sub_add',
      'link.sub_edit',
      'link.sub_delete',
      'link.description',
      'person.real_name',
      'person.account',
    ])
    .where('link.org_id', '=', orgId)
    .where('person.deleted_at', 'is', null)
    .orderBy('person.sort_code')
    .orderBy('person.id')
    .execute();
  // rows: administrators of an organisation that came through its door, told whole
  const named = groupBy(
    await ctx.db
      .selectFrom('core.org_admin_role as named')
      .innerJoin('core.role as role', 'role.id', 'named.role_id')
      .select(['named.user_id', 'named.role_id'])
      .where('named.org_id', '=', orgId)
      .where('role.deleted_at', 'is', null)
      .orderBy('named.role_id')
      .execute(),
    (row) => row.user_id,
  );
  const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0);
  return rows.map((row) => ({
    userId: row.user_id,
    roleIds: (named.get(row.user_id) ?? []).map(({ role_id }) => role_id),
    userName: `${row.real_name}/${row.account}`,
    acts: {
      thisLayerAdd: flagOf(row.this_add),
      thisLayerEdit: flagOf(row.this_edit),
      thisLayerDelete: flagOf(row.this_delete),
      subLayerAdd: flagOf(row.sub_add),
      subLayerEdit: flagOf(row.sub_edit),
      subLayerDelete: flagOf(row.sub_delete),
    },
    description: row.description,
  }));
}

/** Delegated administration of one organisation; the members beside `list` say the same as far as older clients can read it. */
export async function administratorsOf(ctx: Ctx, orgId: string): Promise<OrganizeAdministrators> {
  const { version } = await orgTable.one(ctx, orgId);
  const rows = await stored(ctx, orgId);
  const list = rows.map(({ acts, roleIds, ...row }): OrganizeAdministrator => ({ ...row, ...acts, roleIds: [...roleIds] }));
  const flat = rows.length > 0 ? flatView(rows) : {};
  return { organizeId: orgId, organizeType: 'company', ...flat, list, readyMade: await readyMadeRoles(ctx, orgId), version };
}

const isFlat = (body: AdministratorsEdit): boolean =>
  body.userId !== undefined || body.description !== undefined || ACT_FIELDS.some((field) => body[field] !== undefined);

/** A caller that sends the flat members alone and read nothing before: these people are added, or changed to just that. */
function added(body: AdministratorsEdit, before: readonly AdministratorRow[]): WantedRow[] {
  const ids = idsOfText(body.userId ?? '');
  const rows = ids.map((userId): WantedRow => ({ userId, acts: actsOf(body), roleIds: undefined, description: body.description ?? '' }));
  return [...before.filter((row) => !ids.includes(row.userId)), ...rows];
}

/**
 * Administrators from now on. What was read comes back whole, `list` and flat members: the one that differs from what is stored was meant.
 * @throws AppError `permission.organize-no-administrator`, `permission.organize-administrators-differ` when both differ, each in its own way
 */
function wanted(body: AdministratorsEdit, before: readonly AdministratorRow[]): WantedRow[] {
  const nobody = () => refusedAt('userId', 'organize-no-administrator');
  const list = body.list?.map((one): WantedRow => ({ userId: one.userId, acts: actsOf(one), roleIds: one.roleIds, description: one.description ?? '' }));
  if (!isFlat(body)) {
    if (!list) throw nobody();
    return list;
  }
  if (!list && body.version === undefined) {
    if (!body.userId) throw nobody();
    return added(body, before);
  }
  const flat = withFlat(before, body);
  // Rights of nobody would be lost without a word.
  if (flat.length === 0 && (!list || (before.length === 0 && ACT_FIELDS.some((field) => body[field] === 1)))) throw nobody();
  if (list && samePeople(flat, before)) return list;
  if (list && !samePeople(list, flat) && !isAsStored(list, before)) throw refusedAt('list', 'organize-administrators-differ');
  return list && samePeople(list, flat) ? list : flat.map((row) => ({ ...row, roleIds: undefined }));
}

const isAsStored = (list: readonly WantedRow[], before: readonly AdministratorRow[]): boolean =>
  samePeople(list, before) &&
  list.every((row) => row.roleIds === undefined || [...row.roleIds].sort().join() === before.find((old) => old.userId === row.userId)?.roleIds.join());

/** Nobody hands out, or takes away, what they do not hold themselves in this organisation and below it. */
async function assertHolds(ctx: Ctx, orgId: string, before: readonly AdministratorRow[], after: readonly AdministratorRow[]): Promise<void> {
  if (ctx.user.isAdministrator) return;
  const own = await delegationsOf(ctx, ctx.user.userId);
  const path = await pathUp(ctx, orgId);
  const of = (rows: readonly AdministratorRow[], userId: string): Acts => rows.find((row) => row.userId === userId)?.acts ?? actsOf({});
  for (const userId of new Set([...before, ...after].map((row) => row.userId))) {
    const [old, next] = [of(before, userId), of(after, userId)];
    for (const [field, act, layer] of ACTS) {
      if (old[field] !== next[field] && !delegated(act, layer === 'this' ? path : ['', ...path], own)) throw notDelegated();
    }
  }
}

/** People must exist, be visible, and work in the organisation or above it: elsewhere a delegation would never count. */
async function assertFit(ctx: Ctx, orgId: string, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  const people = await userTable.select(ctx, 'person').where('person.id', 'in', added).execute();
  const path = await pathUp(ctx, orgId);
  // rows: where people work who came through their door, to decide by; nothing of it is told
  const links = await ctx.db.selectFrom('core.user_org').select(['user_id', 'org_id']).where('user_id', 'in', added).execute();
  for (const userId of added) {
    const person = people.find((one) => one.id === userId);
    if (!person || !sees(ctx, person.orgId)) throw refusedAt('list', 'no-such-person');
    if (!person.enabled) throw refusedAt('list', 'person-disabled', { name: person.realName });
    const works = path.includes(person.orgId) || links.some((link) => link.user_id === userId && path.includes(link.org_id));
    if (!works) throw refusedAt('list', 'organize-works-elsewhere', { name: person.realName });
  }
}

export async function saveAdministrators(ctx: Ctx, orgId: string, body: AdministratorsEdit): Promise<null> {
  const org = await orgTable.one(ctx, orgId);
  await assertAdministers(ctx, 'edit', orgId);
  assertVersion(org.version, body.version, 'permission.stale');
  const before = await stored(ctx, orgId);
  const after = await withRoles(ctx, orgId, before, wanted(body, before));
  const ids = after.map((row) => row.userId);
  if (new Set(ids).size < ids.length) throw refusedAt('list', 'person-twice');
  await assertHolds(ctx, orgId, before, after);
  await assertMayName(ctx, orgId, before, after);
  await assertFit(
    ctx,
    orgId,
    ids.filter((id) => !before.some((row) => row.userId === id)),
  );
  // First of all writes: of two at once the second is told, and has changed nothing.
  await orgTable.update(ctx, org, {});
  // rows: administrators of an organisation that was locked through its door
  await ctx.db.deleteFrom('core.org_admin').where('org_id', '=', orgId).execute();
  if (after.length > 0) {
    const rows = after.map(({ userId, acts, description }) => ({
      org_id: orgId,
      user_id: userId,
      this_add: acts.thisLayerAdd === 1,
      this_edit: acts.thisLayerEdit === 1,
      this_delete: acts.thisLayerDelete === 1,
      sub_add: acts.subLayerAdd === 1,
      sub_edit: acts.subLayerEdit === 1,
      sub_delete: acts.subLayerDelete === 1,
      description,
    }));
    await ctx.db.insertInto('core.org_admin').values(rows).execute();
  }
  const named = after.flatMap(({ userId, roleIds }) => roleIds.map((roleId) => ({ org_id: orgId, user_id: userId, role_id: roleId })));
  if (named.length > 0) await ctx.db.insertInto('core.org_admin_role').values(named).execute();
  ctx.audit({ subject: 'organize-administrators', subjectId: orgId, before: before.map(({ userName: _name, ...row }) => row), after });
  ctx.message('organize.administratorsSaved', { name: org.fullName });
  return null;
}
