import { personalFacts } from '@nephra/plugin-sdk/server';
import { EnvelopeCode, AppError } from '@nephra/plugin-sdk/contract';
import type { UserInfo } from '../../contract/index.ts';
import { type Ctx, sees } from '../permission-call.ts';
import { namesOf } from './place-names.ts';
import { linksOf, seenLinksOf } from './user-links.ts';

import { placesOf } from '../access/user-scope.ts';
import { type UserStored, userTable } from '../tables/user.table.ts';
import { genderOf, locksOf, stateOf } from './users.query.ts';

/** GET Users/{id}: organisations, positions and roles hidden from the caller are left out. */
export async function presentUser(ctx: Ctx, row: UserStored): Promise<UserInfo> {
  // rows: whom a person reports to who came through the door
  const [places, links, lockOf, manager] = await Promise.all([
    placesOf(ctx, [row.id]),
    seenLinksOf(ctx, [row.id]),
    locksOf(ctx, [row]),
    row.managerId === null
      ? undefined
      : ctx.db.selectFrom('core.user_account').select(['account', 'real_name']).where('id', '=', row.managerId).executeTakeFirst(),
  ]);
  const where = (places.get(row.id) ?? []).filter((place) => sees(ctx, place.orgId));
  const names = await namesOf(ctx, where);
  const { roles, positions, groups } = links(row.id);
  return {
    id: row.id,
    account: row.account,
    realName: row.realName,
    enCode: row.enCode,
    gender: genderOf(row.gender),
    organizeId: where.map((place) => place.departmentId ?? place.orgId).join(','),
    organizeIdTree: where.map((place) => names.ids(place)),
    managerId: row.managerId ?? '',
    manager: manager ? `${manager.real_name}/${manager.account}` : '',
    positionId: positions.map((position) => position.id).join(','),
    roleId: roles.map((role) => role.id).join(','),
    groupId: groups.map((group) => group.id).join(','),
    mobilePhone: row.mobilePhone,
    email: row.email,
    headIcon: row.headIcon,
    enabledMark: stateOf(row),
    ...lockOf(row),
    sortCode: row.sortCode,
    description: row.description,
    isAdministrator: row.isAdministrator ? 1 : 0,
    qyWxUserId: row.qyWxUserId,
    ...personalFacts(row.property),
    creatorTime: row.createdAt.getTime(),
    lastModifyTime: row.updatedAt.getTime(),
    version: row.version,
  };
}

const masked = (number: string): string =>
  number.length < 8 ? number.replace(/./g, '*') : `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`;

/** A user as the audit log keeps one: with everything that gives rights, with names for people who read it later, without full numbers of identity. */
export async function auditFacts(ctx: Ctx, id: string): Promise<Record<string, unknown>> {
  const row = await userTable
    .everywhere(ctx, 'an act is put on record whole, also where whoever did it sees the person no more', 'person')
    .where('person.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('permission.not-found', { code: EnvelopeCode.NotFound });
  const [places, links] = await Promise.all([placesOf(ctx, [id]), linksOf(ctx, [id])]);
  const { roles, positions, groups } = links(id);
  const { certificatesNumber, ...property } = personalFacts(row.property);
  return {
    account: row.account,
    realName: row.realName,
    enCode: row.enCode,
    gender: row.gender,
    mobilePhone: masked(row.mobilePhone),
    email: row.email,
    managerId: row.managerId,
    enabled: row.enabled,
    locked: row.locked,
    unlockAt: row.unlockAt?.getTime() ?? null,
    isAdministrator: row.isAdministrator,
    sortCode: row.sortCode,
    description: row.description,
    qyWxUserId: row.qyWxUserId,
    ...property,
    certificatesNumber: masked(certificatesNumber),
    organizations: (places.get(id) ?? []).map((place) => ({ orgId: place.orgId, departmentId: place.departmentId, major: place.major })),
    roles: roles.map((role) => `${role.name} (${role.id})`),
    positions: positions.map((position) => `${position.name} (${position.id})`),
    groups: groups.map((group) => `${group.name} (${group.id})`),
  };
}

/** What differs between two states, for the audit log: a reader wants the change, not the person. */
export function changed(before: Record<string, unknown>, after: Record<string, unknown>): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (facts: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { before: only(before), after: only(after) };
}
