import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assertVersion, coreIdentity, personalFacts, withPersonalFacts } from '@nephra/plugin-sdk/server';
import type { UserEdit, UserSaved, UserWrite } from '../../contract/index.ts';
import { assertAdministratorRoleKeepsSomebody } from '../access/administrator-role.ts';
import { idsOf } from '../../domain/user/memberships.ts';
import { type Ctx, sees } from '../permission-call.ts';
import { assertHoldsAllOfUser, assertWakesNothing } from './take-over.ts';
import { auditFacts, changed } from './user-facts.ts';
import { linksOf } from './user-links.ts';
import { assertAdministersUsers, assertAdministratorsRemain, assertNotSelf, placesOf } from '../access/user-scope.ts';
import { type UserStored, userTable } from '../tables/user.table.ts';
import { linksAfter, managerAfter, orgIdsOf, placesAfter, refuseWrong, todayOf, writeMemberships } from './user-write.ts';
import { stateOf } from './users.query.ts';

/** The account's own columns as a write wants them: what was not sent is as before. */
function contentAfter(sent: UserWrite, before?: UserStored) {
  return {
    account: sent.account.trim(),
    realName: sent.realName.trim(),
    enCode: sent.enCode?.trim() ?? before?.enCode ?? '',
    gender: sent.gender === undefined ? (before?.gender ?? 0) : Number(sent.gender ?? 0),
    mobilePhone: sent.mobilePhone?.trim() ?? before?.mobilePhone ?? '',
    email: sent.email?.trim() ?? before?.email ?? '',
    headIcon: sent.headIcon ?? before?.headIcon ?? '',
    sortCode: sent.sortCode ?? before?.sortCode ?? 0,
    description: sent.description ?? before?.description ?? '',
    property: withPersonalFacts(before?.property, sent),
  };
}

const sameIds = (one: readonly string[], other: readonly string[]): boolean => one.length === other.length && one.every((id) => other.includes(id));

/**
 * Older clients send places twice: as ids, and as the paths that their cascader holds. Paths that were changed and mean others are refused.
 * @param stored ids of the places as the caller read them
 * @throws AppError `permission.user-places-differ`
 */
function assertPathsAgree({ organizeId, organizeIdTree = [] }: UserWrite, stored: readonly string[]): void {
  if (organizeIdTree.length === 0) return;
  const ends = organizeIdTree.flatMap((path) => path.at(-1) ?? []);
  if (sameIds(ends, idsOf(organizeId)) || sameIds(ends, stored)) return;
  throw new AppError('permission.user-places-differ', { code: EnvelopeCode.Invalid, fields: [{ path: 'organizeIdTree', msg: '' }] });
}

/** Being an administrator is given and taken by administrators. @throws AppError `permission.user-admin-only` */
function administratorAfter(ctx: Ctx, sent: 0 | 1 | undefined, before: boolean): boolean {
  const wanted = sent === undefined ? before : sent === 1;
  if (wanted !== before && !ctx.user.isAdministrator) throw new AppError('permission.user-admin-only', { code: EnvelopeCode.Forbidden });
  return wanted;
}

/** POST Users. */
export async function createUser(ctx: Ctx, sent: UserWrite): Promise<UserSaved> {
  const content = contentAfter(sent);
  const { certificatesType, certificatesNumber } = personalFacts(content.property);
  refuseWrong({ ...content, certificatesType, certificatesNumber });
  const isAdministrator = administratorAfter(ctx, sent.isAdministrator, false);
  assertPathsAgree(sent, []);
  const place = await placesAfter(ctx, sent.organizeId, [], undefined);
  const links = await linksAfter(ctx, sent, { roles: [], positions: [], groups: [] }, { isGiver: false, orgIds: orgIdsOf(place) });
  const id = ctx.newId();
  const managerId = await managerAfter(ctx, id, sent.managerId, undefined);
  // No password: nobody signs in with it before somebody sets one.
  const { version } = await userTable.insert(ctx, {
    id,
    ...content,
    isAdministrator,
    enabled: sent.enabledMark !== 0,
    locked: sent.enabledMark === 2,
    unlockAt: null,
    ...place.major,
    managerId,
    qyWxUserId: '',
    language: ctx.language,
    lastLoginAt: null,
    createdBy: ctx.user.userId,
  });
  await writeMemberships(ctx, id, place, links);
  ctx.audit({ subject: 'user', subjectId: id, after: await auditFacts(ctx, id) });
  ctx.message('user.created', { name: content.realName });
  return { id, version };
}

/** PUT Users/{id}. */
export async function editUser(ctx: Ctx, id: string, { version: seen, ...sent }: UserEdit): Promise<UserSaved> {
  const row = await userTable.lock(ctx, id);
  assertVersion(row.version, seen, 'permission.stale');
  await assertAdministersUsers(ctx, 'edit', [row]);
  const content = contentAfter(sent, row);
  const { certificatesType, certificatesNumber } = personalFacts(content.property);
  refuseWrong({ ...content, certificatesType, certificatesNumber });
  if (content.mobilePhone !== '' && content.mobilePhone !== row.mobilePhone) await assertHoldsAllOfUser(ctx, row);
  const state = sent.enabledMark ?? stateOf(row);
  const isAdministrator = administratorAfter(ctx, sent.isAdministrator, row.isAdministrator);
  const leaves = row.isAdministrator && !isAdministrator;
  if (leaves || state !== stateOf(row)) assertNotSelf(ctx, [id]);
  if (leaves || (row.enabled && state !== 1)) await assertAdministratorsRemain(ctx, [row]);
  const [places, links] = await Promise.all([placesOf(ctx, [id]), linksOf(ctx, [id])]);
  const linksBefore = links(id);
  const placesBefore = places.get(id) ?? [];
  assertPathsAgree(
    sent,
    placesBefore.flatMap((one) => (sees(ctx, one.orgId) ? [one.departmentId ?? one.orgId] : [])),
  );
  const place = await placesAfter(ctx, sent.organizeId, placesBefore, todayOf(row));
  const orgsBefore = [row.orgId, ...placesBefore.map(({ orgId }) => orgId)];
  await assertWakesNothing(ctx, id, orgsBefore, orgIdsOf(place));
  const linkIds = await linksAfter(ctx, sent, linksBefore, { isGiver: id === ctx.user.userId, orgIds: orgIdsOf(place) });
  const lost = linksBefore.roles.map((role) => role.id).filter((role) => !linkIds.roles.includes(role));
  await assertAdministratorRoleKeepsSomebody(ctx, [id], state === 0 ? {} : { lost });
  const managerId = await managerAfter(ctx, id, sent.managerId, row.managerId);
  const before = await auditFacts(ctx, id);
  const { version } = await userTable.update(ctx, row, {
    ...content,
    isAdministrator,
    enabled: state !== 0,
    locked: state === 2,
    unlockAt: state === 2 ? row.unlockAt : null,
    ...place.major,
    managerId,
  });
  await writeMemberships(ctx, id, place, linkIds, linksBefore.positions.find((position) => position.major)?.id);
  if (state !== 1 && stateOf(row) === 1) await ctx.service(coreIdentity).endSessionsOf(id, 'disabled');
  ctx.audit({ subject: 'user', subjectId: id, ...changed(before, await auditFacts(ctx, id)) });
  ctx.message('user.saved', { name: content.realName });
  return { id, version };
}
