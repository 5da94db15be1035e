import { leasedWorker, type ServerPart, subscribe } from '@nephra/plugin-sdk/server';
import { findingRunWaiting } from '../../contract/money/finding-run.contract.ts';
import { findingRoutes } from './finding.routes.ts';
import type { SessionDb, WorkCtx } from '../tables/tables.ts';
import { findingClaim, workFindings } from './finding-run.ts';

/** One month at a time in each process: whoever works at a bed waits for the same database. */
const runs = leasedWorker<SessionDb>({ name: 'finding-runs', claim: findingClaim, run: workFindings, lookEverySeconds: 15 });

/** What findings add to the plugin's server half. */
export const findingsPart: ServerPart<SessionDb> = {
  name: 'findings',
  implementations: [findingRoutes],
  subscribers: [subscribe(findingRunWaiting, ({ runId }, ctx: WorkCtx) => runs.wake(ctx, runId))],
  jobs: [
    {
      ...runs.job,
      title: { zh: '继续核查透析收费', zhtw: '繼續核查透析收費', en: 'Go on with dialysis charge checks' },
      purpose: {
        zh: '接着做因服务器退出而中断的多机构月度核查',
        zhtw: '接著做因伺服器退出而中斷的多機構月度核查',
        en: 'Goes on with checks over the month of several facilities that a server left unfinished',
      },
    },
  ],
  start: () => runs.start(),
  stop: () => runs.stop(),
};
