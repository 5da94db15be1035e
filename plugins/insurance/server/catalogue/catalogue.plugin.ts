import { type ServerContext, type ServerPlugin, subscribe } from '@nephra/plugin-sdk/server';
import { randomUUID } from 'node:crypto';
import { catalogueRunWaiting } from '../../contract/index.ts';
import { layoutsWith } from '../../domain/catalogue-layout.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import catalogue from '../migrations/0003-catalogue.sql';
import scale from '../migrations/0010-catalogue-scale.sql';
import { catalogueImplementations } from './catalogue.routes.ts';
import { abandonedCatalogueRuns, workCatalogueRun } from './catalogue-worker.ts';

type Ctx = ServerContext<InsuranceTables>;

/** A worker that says nothing for so long is taken for dead; one that lives says so every third of it. */
const LEASE_MS = 30_000;
const LOOK_EVERY_SECONDS = 10;

let owner = randomUUID();
let stopping = false;
/** One download at a time in this process: the platform counts calls, and people wait for it too. */
let turn: Promise<void> = Promise.resolve();
const queued = new Set<string>();

async function work(ctx: Ctx, runId: string): Promise<void> {
  if (stopping || queued.has(runId)) return;
  queued.add(runId);
  const layouts = layoutsWith(ctx.settings.catalogueColumns);
  const mine = turn.then(async () => {
    try {
      await workCatalogueRun(ctx, runId, { platform: nationalClient(ctx), layouts, owner, leaseMs: LEASE_MS, stopping: () => stopping });
    } catch (error) {
      // The database may be gone for a moment; the job takes the run up again.
      ctx.log.warn({ err: error, runId }, 'a catalogue download was put aside');
    } finally {
      queued.delete(runId);
    }
  });
  turn = mine;
  await mine;
}

export const catalogueMigration = { name: '0003-catalogue', sql: catalogue };
export const catalogueScaleMigration = { name: '0010-catalogue-scale', sql: scale };

/** What the catalogue adds to the plugin's server half. */
export const catalogueParts = {
  implementations: catalogueImplementations,
  subscribers: [subscribe(catalogueRunWaiting, ({ runId }, ctx: Ctx) => work(ctx, runId))],
  jobs: [
    {
      name: 'insurance-catalogue',
      when: { everySeconds: LOOK_EVERY_SECONDS },
      run: async (ctx: Ctx) => {
        for (const runId of await abandonedCatalogueRuns(ctx)) ctx.publish(catalogueRunWaiting, { runId });
      },
    },
  ],
  start: async (): Promise<void> => {
    owner = randomUUID();
    stopping = false;
  },
  stop: async (): Promise<void> => {
    stopping = true;
    await turn;
  },
} satisfies Partial<ServerPlugin<InsuranceTables>>;
