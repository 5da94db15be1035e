import { leasedWorker, provide, type ServerContext, type ServerPart, subscribe } from '@nephra/plugin-sdk/server';
import { prescriptionClosedMonth } from '../../../prescription/contract/index.ts';
import { monthRunWaiting } from '../../contract/index.ts';
import { closedMonthOfDay } from './run/month-lock.ts';
import { monthRoutes } from './month.routes.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { monthClaim, workRun } from './run/month-worker.ts';

type Ctx = ServerContext<ChargingTables>;

/** Runs of several facilities do not wait for each other; a facility has one at most. */
const runs = leasedWorker<ChargingTables>({
  name: 'month-runs',
  claim: monthClaim,
  run: workRun,
  leaseMs: 20_000,
  lookEverySeconds: 5,
  atOnce: Number.POSITIVE_INFINITY,
});

/** What the month adds to the plugin's server half. */
export const monthPart: ServerPart<ChargingTables> = {
  name: 'month',
  implementations: [monthRoutes],
  services: [
    provide(prescriptionClosedMonth, (ctx: Ctx) => ({
      closedMonth: ({ orgId, day }) => closedMonthOfDay(ctx.db, orgId, day),
    })),
  ],
  subscribers: [subscribe(monthRunWaiting, ({ runId }, ctx: Ctx) => runs.wake(ctx, runId))],
  jobs: [
    {
      ...runs.job,
      title: { zh: '继续全中心月结', zhtw: '繼續全中心月結', en: 'Go on with month runs' },
      purpose: {
        zh: '接着做因服务器退出而中断的全中心月结',
        zhtw: '接著做因伺服器退出而中斷的全中心月結',
        en: 'Goes on with month runs of a centre that a server left unfinished',
      },
    },
  ],
  start: () => runs.start(),
  stop: () => runs.stop(),
};
