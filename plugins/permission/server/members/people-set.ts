import { AppError, isEnCode } from '@nephra/plugin-sdk/contract';
import { type ContentOf, type StoredOf, sql, type Table } from '@nephra/plugin-sdk/server';
import type { RoleBody } from '../../contract/role.contract.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import type { Receiver } from '../../domain/rights/giving.ts';
import { assertMayGive } from '../access/giver.ts';
import { assertUnused, type Ctx, refusedAt } from '../permission-call.ts';
import { groupTable } from '../tables/group.table.ts';
import { roleTable } from '../tables/role.table.ts';
import { visibleUsers } from '../access/user-scope.ts';
import type { setColumns } from '../tables/people-set.columns.ts';

/** Roles and groups: people under one name, with a code and a state. */
export type PeopleSet = 'role' | 'group';

type SetTable = Pick<Table<typeof setColumns>, 'everywhere' | 'update' | 'retire'>;
const TABLES: Readonly<Record<PeopleSet, SetTable>> = { role: roleTable, group: groupTable };
// rows: members of a set that came through its door; people are narrowed by theirs
const LINKS = {
  role: { table: sql.table('core.user_role'), column: sql.ref('role_id') },
  group: { table: sql.table('core.user_group_member'), column: sql.ref('group_id') },
} as const;

type SetStored = StoredOf<{ columns: typeof setColumns }>;

/** What both forms hold. */
export type SetBody = Pick<RoleBody, 'fullName' | 'enCode' | 'type' | 'enabledMark' | 'sortCode' | 'description'>;

/** @throws AppError at the field, as `assertCodeFree` */
export async function checkSet(ctx: Ctx, set: PeopleSet, { fullName, enCode }: SetBody, ownId = ''): Promise<void> {
  if (fullName.trim() === '') throw refusedAt('fullName', 'name-missing');
  if (!isEnCode(enCode)) throw refusedAt('enCode', 'bad-code');
  await assertCodeFree(ctx, set, enCode, ownId);
}

/** @throws AppError at the field; `permission.code-taken-by` names who has the code, as far as the caller sees it */
export async function assertCodeFree(ctx: Ctx, set: PeopleSet, enCode: string, ownId = ''): Promise<void> {
  const taken = await TABLES[set]
    .everywhere(ctx, 'a code is one over all roles, and over all groups; the name of one hidden is not told', 's')
    .where('s.enCode', '=', enCode)
    .where('s.id', '<>', ownId)
    .executeTakeFirst();
  if (!taken) return;
  const fields = [{ path: 'enCode', msg: '' }];
  const seen = set === 'group' || (await roleTable.find(ctx, taken.id)) !== undefined;
  if (!seen) throw new AppError('permission.code-taken', { params: { code: enCode }, fields });
  throw new AppError('permission.code-taken-by', { params: { code: enCode, name: taken.fullName }, fields });
}

/** @param type as it is now: a caller that does not send one leaves it */
export const contentOfSet = (body: SetBody, type = ''): ContentOf<{ columns: typeof setColumns }> => ({
  fullName: body.fullName.trim(),
  enCode: body.enCode,
  type: body.type ?? type,
  enabled: body.enabledMark === 1,
  sortCode: body.sortCode,
  description: body.description ?? '',
});

/**
 * @param facts what the audit entry says went
 * @throws AppError `permission.in-use` while anybody is in it, seen or not
 */
export async function removeSet(ctx: Ctx, set: PeopleSet, before: SetStored, facts: object = factsOf(before)): Promise<void> {
  assertUnused(ctx, before.fullName, { person: (await countPeople(ctx, set, before.id)).all });
  await TABLES[set].retire(ctx, before);
  ctx.audit({ subject: `permission.${set}`, subjectId: before.id, before: facts, after: { deleted: true } });
}

/** Out of use or back into it; back only by somebody who may give it to those who have it. */
export async function toggleSet(ctx: Ctx, set: PeopleSet, before: SetStored, receiver: Receiver): Promise<void> {
  if (!before.enabled) await assertMayGive(ctx, set, [before.id], receiver);
  const enabled = !before.enabled;
  await TABLES[set].update(ctx, before, { enabled });
  ctx.audit({ subject: `permission.${set}`, subjectId: before.id, before: { enabled: before.enabled }, after: { enabled } });
}

/** People in it: all, and those whom the caller does not see. */
export async function countPeople(ctx: Ctx, set: PeopleSet, id: string): Promise<{ all: number; beyond: number }> {
  const { table, column } = LINKS[set];
  // rows: counted: all, and those whom `visibleUsers` keeps back
  const { rows } = await sql<{ everybody: string; beyond: string }>`
    select count(*) as everybody, count(*) filter (where not (${visibleUsers(ctx)})) as beyond
    from ${table} as link join core.user_account as person on person.id = link.user_id
    where link.${column} = ${id} and person.deleted_at is null`.execute(ctx.db);
  return { all: Number(rows[0]?.everybody ?? 0), beyond: Number(rows[0]?.beyond ?? 0) };
}

/** How many people whom the caller sees are in each; one with nobody is missing. */
export async function membersSeen(ctx: Ctx, set: PeopleSet, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { table, column } = LINKS[set];
  // rows: people are narrowed by `visibleUsers`, the condition of their door
  const { rows } = await sql<{ id: string; count: string }>`
    select link.${column} as id, count(*) from ${table} as link join core.user_account as person on person.id = link.user_id
    where link.${column} = any(${[...ids]}) and ${visibleUsers(ctx)} group by link.${column}`.execute(ctx.db);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** People in it whom the caller sees; `owner` is the id's column in the query around. */
export function memberCount(ctx: Ctx, set: PeopleSet, owner: string) {
  const { table, column } = LINKS[set];
  // rows: people are narrowed by `visibleUsers`, the condition of their door
  return sql<string>`(select count(*) from ${table} as link join core.user_account as person on person.id = link.user_id
    where link.${column} = ${sql.ref(owner)} and ${visibleUsers(ctx)})`;
}

/** What an audit entry says of it. */
export const factsOf = ({ enCode, fullName, type, enabled, description, sortCode }: SetStored) => ({ enCode, fullName, type, enabled, description, sortCode });

export const presentSet = ({ id, fullName, enCode, type, enabled, sortCode, description }: SetStored) => ({
  id,
  fullName,
  enCode,
  type,
  enabledMark: flagOf(enabled),
  sortCode,
  description,
});

export const presentSetRow = (record: SetStored & { readonly memberCount: string }) => ({
  ...presentSet(record),
  creatorTime: record.createdAt.getTime(),
  memberCount: Number(record.memberCount),
});
