import { leasedWorker, type ServerContext, type ServerPart, subscribe } from '@nephra/plugin-sdk/server';
import { syncRunWaiting } from '../../contract/sync/data-sync.contract.ts';
import { syncSizes } from '../tables/sync.table.ts';
import type { DataDb } from '../tables/tables.ts';
import { syncRoutes } from './sync.routes.ts';
import { syncClaim, workSync } from './sync-worker.ts';

/** One copy at a time in each process: it is nobody's bedside that waits for it. */
const copies = leasedWorker<DataDb>({ name: 'data-sync', claim: syncClaim, run: workSync });

/** Copies of foreign tables in tables of the site. */
export const syncPart: ServerPart<DataDb> = {
  name: 'sync',
  implementations: [syncRoutes],
  tableSizes: syncSizes,
  subscribers: [subscribe(syncRunWaiting, ({ runId }, ctx: ServerContext<DataDb>) => copies.wake(ctx, runId))],
  jobs: [
    {
      ...copies.job,
      title: { zh: '继续数据同步', zhtw: '繼續資料同步', en: 'Go on with copies of data' },
      purpose: {
        zh: '接着做因服务器退出而中断的数据同步',
        zhtw: '接著做因伺服器退出而中斷的資料同步',
        en: 'Goes on with copies that a server left unfinished',
      },
    },
  ],
  start: () => copies.start(),
  stop: () => copies.stop(),
};
