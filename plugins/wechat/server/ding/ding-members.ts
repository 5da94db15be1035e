import type { UserId } from '@nephra/plugin-sdk/contract';
import { dingMemberTable } from '../tables/ding.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

const all = (ctx: Pick<ReadCtx, 'db'>) =>
  dingMemberTable.everywhere(ctx, 'who is which member of DingTalk, for a sync of the installation and what is sent', 'member');

/** Account here to member there. @param people left out: everybody who is one */
export async function dingUserIds(ctx: Pick<ReadCtx, 'db'>, people?: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  if (people?.length === 0) return new Map();
  const rows = await (people ? all(ctx).where('member.userId', 'in', [...people]) : all(ctx)).execute();
  return new Map(rows.map(({ userId, dingUserId }) => [userId as UserId, dingUserId]));
}

/** Within the transaction of a line of a sync. */
export async function bindDingMember(ctx: Pick<ReadCtx, 'db'>, userId: string, dingUserId: string): Promise<void> {
  await unbindDingMember(ctx, userId, dingUserId);
  await dingMemberTable.insertAll(ctx, [{ userId, dingUserId }]);
}

/** As above. Whoever else was that member, or that account, is so no longer. */
export async function unbindDingMember(ctx: Pick<ReadCtx, 'db'>, userId: string, dingUserId: string): Promise<void> {
  // rows: a line of a sync, agreed to by an administrator of the installation
  await ctx.db
    .deleteFrom('wechat.ding_member')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('ding_user_id', '=', dingUserId)]))
    .execute();
}
