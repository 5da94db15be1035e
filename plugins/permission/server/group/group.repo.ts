import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { type Ctx, notFound } from '../permission-call.ts';

const groupsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('core.user_group')
    .select(['id', 'en_code', 'full_name', 'type', 'enabled', 'sort_code', 'description', 'version'])
    .where('deleted_at', 'is', null);
export type GroupRecord = Awaited<ReturnType<ReturnType<typeof groupsOf>['executeTakeFirstOrThrow']>>;

/** A group; inside a write its row is locked. @throws AppError 404 */
export async function demandGroup(ctx: Ctx, id: string, lock = false): Promise<GroupRecord> {
  const query = groupsOf(ctx).where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** People in the group: all, and those who work outside of the caller's organisations. */
export async function countGroupPeople(ctx: Ctx, groupId: string): Promise<{ all: number; beyond: number }> {
  const row = await ctx.db
    .selectFrom('core.user_group_member as link')
    .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
    .select([sql<string>`count(*)`.as('everybody'), sql<string>`count(*) filter (where person.org_id <> all(${ctx.user.orgIds}))`.as('beyond')])
    .where('link.group_id', '=', groupId)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { all: Number(row.everybody), beyond: Number(row.beyond) };
}

/** What a group is and may do is everybody's business who is in it. @throws AppError `permission.group-shared` */
export async function assertMayChangeGroup(ctx: Ctx, groupId: string): Promise<void> {
  if (ctx.user.isAdministrator) return;
  const { beyond } = await countGroupPeople(ctx, groupId);
  if (beyond > 0) throw new AppError('permission.group-shared', { code: EnvelopeCode.Forbidden, params: { n: beyond } });
}

/** @throws AppError `permission.code-taken` */
export async function assertGroupCodeFree(ctx: Ctx, enCode: string, ownId = ''): Promise<void> {
  const taken = await ctx.db
    .selectFrom('core.user_group')
    .select('full_name')
    .where('en_code', '=', enCode)
    .where('id', '<>', ownId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (taken) throw new AppError('permission.code-taken', { params: { code: enCode, name: taken.full_name }, fields: [{ path: 'enCode', msg: '' }] });
}
