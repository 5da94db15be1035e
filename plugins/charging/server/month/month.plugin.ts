import { provide, type ServerContext, type ServerPlugin, subscribe } from '@nephra/plugin-sdk/server';
import { randomUUID } from 'node:crypto';
import { prescriptionClosedMonth } from '../../../prescription/contract/index.ts';
import { monthRunWaiting } from '../../contract/index.ts';
import month from '../migrations/0003-month.sql';
import { closedMonthOfDay } from './month-lock.ts';
import { monthRoutes } from './month.routes.ts';
import type { MonthTables } from './month-tables.ts';
import { wakeAbandonedRuns, workRun } from './month-worker.ts';

type Ctx = ServerContext<MonthTables>;

/** A worker renews its claim with each patient; none takes nearly so long. */
const LEASE_MS = 20_000;
const LOOK_EVERY_SECONDS = 5;

/** The working hand of this process. */
let owner = randomUUID();
let stopping = false;
const working = new Set<string>();

async function work(ctx: Ctx, runId: string): Promise<void> {
  // Woken twice for one run, this process works on it once.
  if (stopping || working.has(runId)) return;
  working.add(runId);
  try {
    await workRun(ctx, runId, { owner, leaseMs: LEASE_MS, stopping: () => stopping });
  } finally {
    working.delete(runId);
  }
}

/** What the month adds to the plugin's server half. */
export const monthMigration = { name: '0003-month', sql: month };

export const monthParts = {
  implementations: [monthRoutes],
  services: [
    provide(prescriptionClosedMonth, (ctx: Ctx) => ({
      closedMonth: ({ orgId, day }) => closedMonthOfDay(ctx.db, orgId, day),
    })),
  ],
  subscribers: [subscribe(monthRunWaiting, ({ runId }, ctx: Ctx) => work(ctx, runId))],
  jobs: [{ name: 'month-runs', when: { everySeconds: LOOK_EVERY_SECONDS }, run: (ctx: Ctx) => wakeAbandonedRuns(ctx) }],
  start: async (): Promise<void> => {
    owner = randomUUID();
    stopping = false;
  },
  stop: async (): Promise<void> => {
    stopping = true;
  },
} satisfies Partial<ServerPlugin<MonthTables>>;
