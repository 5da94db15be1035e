import { AppError, isEnCode } from '@nephra/plugin-sdk/contract';
import { searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { GroupBody } from '../../contract/group.contract.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import type { Receiver } from '../../domain/giving.ts';
import { assertMayGive } from '../authority/giver.ts';
import { assertUnused, type Ctx, refusedAt } from '../permission-call.ts';
import { roleIsInSight } from '../role/role.repo.ts';
import { inSight } from '../user/user-scope.ts';

/** Roles and groups: people under one name, with a code and a state. */
export type PeopleSet = 'role' | 'group';

const TABLES = { role: 'core.role', group: 'core.user_group' } as const;
const LINKS = {
  role: { table: sql.table('core.user_role'), column: sql.ref('role_id') },
  group: { table: sql.table('core.user_group_member'), column: sql.ref('group_id') },
} as const;

export interface SetRecord {
  readonly id: string;
  readonly en_code: string;
  readonly full_name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly sort_code: number;
  readonly description: string;
}
export type VersionedSet = SetRecord & { readonly version: number };

/** What both forms hold. */
export type SetBody = GroupBody;

/** @throws AppError at the field; `permission.code-taken-by` names who has the code, as far as the caller sees it */
export async function checkSet(ctx: Ctx, set: PeopleSet, { fullName, enCode }: SetBody, ownId = ''): Promise<void> {
  if (fullName.trim() === '') throw refusedAt('fullName', 'name-missing');
  if (!isEnCode(enCode)) throw refusedAt('enCode', 'bad-code');
  const taken = await ctx.db
    .selectFrom(TABLES[set])
    .select(['id', 'full_name'])
    .where('en_code', '=', enCode)
    .where('id', '<>', ownId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!taken) return;
  const fields = [{ path: 'enCode', msg: '' }];
  const seen = set === 'group' || (await roleIsInSight(ctx, taken.id));
  if (!seen) throw new AppError('permission.code-taken', { params: { code: enCode }, fields });
  throw new AppError('permission.code-taken-by', { params: { code: enCode, name: taken.full_name }, fields });
}

const columnsOf = (body: SetBody, type: string) => ({
  en_code: body.enCode,
  full_name: body.fullName.trim(),
  type: body.type ?? type,
  enabled: body.enabledMark === 1,
  sort_code: body.sortCode,
  description: body.description ?? '',
  search_grams: searchGrams(body.fullName, body.enCode),
});

/** @returns the new id */
export async function insertSet(ctx: Ctx, set: PeopleSet, body: SetBody): Promise<string> {
  const id = ctx.newId();
  await ctx.db
    .insertInto(TABLES[set])
    .values({ id, ...columnsOf(body, ''), deleted_at: null })
    .execute();
  return id;
}

/** A caller that does not send the type leaves it as it is. */
export const updateSet = (ctx: Ctx, set: PeopleSet, before: VersionedSet, body: SetBody): Promise<void> =>
  write(ctx, set, before, { ...columnsOf(body, before.type), updated_at: ctx.clock.now() });

/**
 * @param facts what the audit entry says went
 * @throws AppError `permission.in-use` while anybody is in it, seen or not
 */
export async function removeSet(ctx: Ctx, set: PeopleSet, before: VersionedSet, facts: object = factsOf(before)): Promise<void> {
  assertUnused(ctx, before.full_name, { person: (await countPeople(ctx, set, before.id)).all });
  await write(ctx, set, before, { deleted_at: ctx.clock.now() });
  ctx.audit({ subject: `permission.${set}`, subjectId: before.id, before: facts, after: { deleted: true } });
}

/** Out of use or back into it; back only by somebody who may give it to those who have it. */
export async function toggleSet(ctx: Ctx, set: PeopleSet, before: VersionedSet, receiver: Receiver): Promise<void> {
  if (!before.enabled) await assertMayGive(ctx, set, [before.id], receiver);
  const enabled = !before.enabled;
  await write(ctx, set, before, { enabled, updated_at: ctx.clock.now() });
  ctx.audit({ subject: `permission.${set}`, subjectId: before.id, before: { enabled: before.enabled }, after: { enabled } });
}

async function write(ctx: Ctx, set: PeopleSet, { id, version }: VersionedSet, values: object): Promise<void> {
  await ctx.db
    .updateTable(TABLES[set])
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** People in it: all, and those whom the caller does not see. */
export async function countPeople(ctx: Ctx, set: PeopleSet, id: string): Promise<{ all: number; beyond: number }> {
  const { table, column } = LINKS[set];
  const { rows } = await sql<{ everybody: string; beyond: string }>`
    select count(*) as everybody, count(*) filter (where not (${inSight(ctx)})) as beyond
    from ${table} as link join core.user_account as person on person.id = link.user_id
    where link.${column} = ${id} and person.deleted_at is null`.execute(ctx.db);
  return { all: Number(rows[0]?.everybody ?? 0), beyond: Number(rows[0]?.beyond ?? 0) };
}

/** People in it whom the caller sees; `owner` is the id's column in the query around. */
export function memberCount(ctx: Ctx, set: PeopleSet, owner: string) {
  const { table, column } = LINKS[set];
  return sql<string>`(select count(*) from ${table} as link join core.user_account as person on person.id = link.user_id
    where link.${column} = ${sql.ref(owner)} and ${inSight(ctx)})`;
}

/** What an audit entry says of it. */
export const factsOf = (record: SetRecord) => ({
  enCode: record.en_code,
  fullName: record.full_name,
  type: record.type,
  enabled: record.enabled,
  description: record.description,
  sortCode: record.sort_code,
});

export const presentSet = (record: SetRecord) => ({
  id: record.id,
  fullName: record.full_name,
  enCode: record.en_code,
  type: record.type,
  enabledMark: flagOf(record.enabled),
  sortCode: record.sort_code,
  description: record.description,
});

export const presentSetRow = (record: SetRecord & { readonly created_at: Date; readonly member_count: string }) => ({
  ...presentSet(record),
  creatorTime: record.created_at.getTime(),
  memberCount: Number(record.member_count),
});
