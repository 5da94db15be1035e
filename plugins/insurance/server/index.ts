import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { catalogueMigration, catalogueParts } from './catalogue/catalogue.plugin.ts';
import { exchangeJobs } from './client/exchange-jobs.ts';
import { type ConnectionDemo, loadConnectionDemo } from './connection/connection-demo.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { exchangeRoutes } from './exchange/exchange.routes.ts';
import type { InsuranceTables } from './insurance-tables.ts';
import exchange from './migrations/0001-exchange.sql';
import { nationalClient } from './client/create-national-client.ts';
import { settlementMigration, settlementParts } from './settlement/settlement.parts.ts';

const settling = settlementParts(nationalClient);

export default defineServerPlugin<InsuranceTables>({
  schema: 'insurance',
  migrations: [{ name: '0001-exchange', sql: exchange }, settlementMigration, catalogueMigration],
  implementations: [connectionRoutes, exchangeRoutes, ...catalogueParts.implementations, ...settling.implementations],
  services: [...settling.services],
  subscribers: [...catalogueParts.subscribers],
  jobs: [...exchangeJobs, ...catalogueParts.jobs, ...settling.jobs],
  start: async () => {
    await catalogueParts.start();
  },
  stop: async () => {
    await catalogueParts.stop();
  },
  demo: async (data, ctx) => {
    await loadConnectionDemo(data as ConnectionDemo, ctx);
  },
});
