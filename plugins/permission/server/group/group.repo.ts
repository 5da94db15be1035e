import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { countPeople } from '../members/people-set.ts';
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

/** What a group is and may do is everybody's business who is in it. @throws AppError `permission.group-shared` */
export async function assertMayChangeGroup(ctx: Ctx, groupId: string): Promise<void> {
  if (ctx.user.isAdministrator) return;
  const { beyond } = await countPeople(ctx, 'group', groupId);
  if (beyond > 0) throw new AppError('permission.group-shared', { code: EnvelopeCode.Forbidden, params: { n: beyond } });
}
