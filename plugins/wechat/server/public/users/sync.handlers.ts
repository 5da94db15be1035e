import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { brokenUniqueIndex, type Handlers, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { type PublicSync, type publicUserContract, publicSyncWaiting } from '../../../contract/public/public-user.contract.ts';
import { publicSyncTable, type PublicSyncStored } from '../../tables/public.table.ts';
import type { Ctx, ReadCtx, WechatDb } from '../../tables/tables.ts';
import { requirePublicAccount } from '../account/public-account.ts';

/** The sentence of what ended a sync: its failure, and the code of the service. */
function reasonOf(ctx: Ctx, reason: string): string {
  const [failure = '', errcode = ''] = reason.split(' ');
  return failure === '' ? '' : ctx.text(`errors.wechat.mp-${failure}`, { errcode, host: '', said: '', ip: '–' });
}

const shown = (ctx: Ctx, run: PublicSyncStored): PublicSync => ({
  ...{ id: run.id, state: run.state, total: run.total, done: run.done, added: run.added, gone: run.gone, creatorUser: run.creatorUser },
  ...{ creatorTime: run.createdAt.getTime(), reason: reasonOf(ctx, run.reason) },
});

export const publicSyncOf = (ctx: Pick<ReadCtx, 'db'>, id: string): Promise<PublicSyncStored | undefined> =>
  publicSyncTable.everywhere(ctx, 'work on a sync goes on whoever is there', 'run').where('run.id', '=', id).executeTakeFirst();

async function begin(ctx: Ctx): Promise<PublicSync> {
  const id = ctx.newId();
  const none = { nextOpenId: '', listed: false, total: 0, done: 0, added: 0, gone: 0, reason: '', endedAt: null, leaseOwner: '' };
  const row = { ...none, id, kind: 'followers' as const, state: 'waiting' as const, creatorUser: ctx.user.userName.slice(0, 100), createdAt: ctx.clock.now() };
  try {
    await publicSyncTable.insertAll(ctx, [{ ...row, leaseUntil: ctx.clock.steady() }]);
  } catch (error) {
    if (brokenUniqueIndex(error) !== undefined) throw new AppError('wechat.mp-sync-running', { code: EnvelopeCode.Conflict, cause: error });
    throw error;
  }
  ctx.publish(publicSyncWaiting, { id });
  ctx.audit({ subject: 'wechat-public-sync', subjectId: id });
  return shown(ctx, { ...row, leaseUntil: ctx.clock.steady() });
}

type Names = 'sync' | 'progress' | 'cancelSync';
export const syncHandlers: Pick<Handlers<typeof publicUserContract.routes, WechatDb>, Names> = {
  async sync(_input, ctx) {
    requireSystemAdministrator(ctx);
    await requirePublicAccount(ctx);
    return await begin(ctx);
  },
  async progress(_input, ctx) {
    const latest = await publicSyncTable
      .everywhere(ctx, 'counts of the latest sync alone', 'run')
      .orderBy('run.createdAt', 'desc')
      .orderBy('run.id', 'desc')
      .limit(1)
      .execute();
    return { list: latest.map((run) => shown(ctx, run)) };
  },
  async cancelSync({ params }, ctx) {
    requireSystemAdministrator(ctx);
    // rows: a run that is not over; whoever works on it finds that it lost it
    await ctx.db
      .updateTable('wechat.public_sync')
      .set({ state: 'cancelled', ended_at: ctx.clock.now() })
      .where('id', '=', params.id)
      .where('state', 'in', ['waiting', 'running'])
      .execute();
    const run = await publicSyncOf(ctx, params.id);
    if (!run) throw new AppError('wechat.sync-not-found', { code: EnvelopeCode.NotFound });
    ctx.audit({ subject: 'wechat-public-sync', subjectId: params.id, note: 'cancel' });
    return shown(ctx, run);
  },
};
