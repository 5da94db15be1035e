import { leasedWorker, type ServerPart, subscribe } from '@nephra/plugin-sdk/server';
import { syncWaiting } from '../../contract/sync/sync.contract.ts';
import { linkSizes } from '../tables/department-link.table.ts';
import { syncSizes } from '../tables/sync.table.ts';
import type { ReadCtx, WechatDb } from '../tables/tables.ts';
import { syncRoutes } from './sync.routes.ts';
import { thirdSyncRoutes } from './third-sync.routes.ts';
import { syncClaim, workSync } from './sync-worker.ts';

const runs = leasedWorker<WechatDb>({ name: 'wechat-sync', claim: syncClaim, run: workSync });

/** Departments and members of the work account. */
export const syncPart: ServerPart<WechatDb> = {
  name: 'sync',
  implementations: [syncRoutes, thirdSyncRoutes],
  tableSizes: { ...syncSizes, ...linkSizes },
  subscribers: [subscribe(syncWaiting, ({ runId }, ctx: ReadCtx) => runs.wake(ctx, runId))],
  jobs: [
    {
      ...runs.job,
      title: { zh: '继续企业微信同步', zhtw: '繼續企業微信同步', en: 'Go on with syncs of WeCom' },
      purpose: {
        zh: '接着做因服务器退出而中断的部门和人员同步',
        zhtw: '接著做因伺服器退出而中斷的部門和人員同步',
        en: 'Goes on with syncs of departments and people that a server left unfinished',
      },
    },
  ],
  start: () => runs.start(),
  stop: () => runs.stop(),
};
