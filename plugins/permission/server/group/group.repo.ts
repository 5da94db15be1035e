import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { countPeople } from '../members/people-set.ts';
import type { Ctx } from '../permission-call.ts';

/** What a group is and may do is everybody's business who is in it. @throws AppError `permission.group-shared` */
export async function assertMayChangeGroup(ctx: Ctx, groupId: string): Promise<void> {
  if (ctx.user.isAdministrator) return;
  const { beyond } = await countPeople(ctx, 'group', groupId);
  if (beyond > 0) throw new AppError('permission.group-shared', { code: EnvelopeCode.Forbidden, params: { n: beyond } });
}
