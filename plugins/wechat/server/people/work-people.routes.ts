import { AppError } from '@nephra/plugin-sdk/contract';
import { implement, requireSystemAdministrator, workAccounts } from '@nephra/plugin-sdk/server';
import { workPeopleContract } from '../../contract/work/work-people.contract.ts';
import { coveredMobile } from '../../domain/work/covered-mobile.ts';
import type { WechatDb } from '../tables/tables.ts';
import { matchMobiles } from './match-mobiles.ts';

/** Members of the work account and staff. Whom a caller sees and may bind is decided by the plugin `permission`. */
export const workPeopleRoutes = implement<WechatDb>()(workPeopleContract, {
  async list({ query }, ctx) {
    const page = await ctx.service(workAccounts).page(ctx, query);
    return {
      ...page,
      list: page.list.map(({ id, account, realName, mobile, open, workUserId }) => ({
        ...{ id, account, realName, mobile: coveredMobile(mobile), enabledMark: open ? (1 as const) : (0 as const), qyWxUserId: workUserId },
      })),
    };
  },
  async bind({ params, body }, ctx) {
    const { before, realName } = await ctx.service(workAccounts).bind(ctx, params.id, body.qyWxUserId);
    const after = body.qyWxUserId.trim();
    ctx.audit({ subject: 'user', subjectId: params.id, before: { qyWxUserId: before }, after: { qyWxUserId: after } });
    ctx.message(after === '' ? 'unbound' : 'bound', { name: realName });
    return null;
  },
  match({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return matchMobiles(ctx, body.currentPage);
  },
  async bindAll({ body: { rows } }, ctx) {
    requireSystemAdministrator(ctx);
    if (new Set(rows.map(({ id }) => id)).size !== rows.length) throw new AppError('wechat.same-person-twice');
    const service = ctx.service(workAccounts);
    const before: { id: string; qyWxUserId: string }[] = [];
    // In the order of ids: two who bind at once never wait for each other in a circle.
    for (const { id, qyWxUserId } of [...rows].sort((one, other) => (one.id < other.id ? -1 : 1)))
      before.push({ id, qyWxUserId: (await service.bind(ctx, id, qyWxUserId)).before });
    ctx.audit({ subject: 'user', before, after: rows });
    ctx.message('boundMany', { n: rows.length });
    return { count: rows.length };
  },
});
