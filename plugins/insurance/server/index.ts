import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { type CatalogueDemo, loadCatalogueDemo } from './catalogue/catalogue-demo.ts';
import { catalogueMigration, catalogueParts, catalogueScaleMigration } from './catalogue/catalogue.plugin.ts';
import { exchangeJobs } from './client/exchange-jobs.ts';
import { type ConnectionDemo, loadConnectionDemo } from './connection/connection-demo.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { exchangeRoutes } from './exchange/exchange.routes.ts';
import type { InsuranceTables } from './insurance-tables.ts';
import exchange from './migrations/0001-exchange.sql';
import traceCodes from './migrations/0006-trace-codes.sql';
import hospitalPart from './migrations/0007-hospital-part.sql';
import corrections from './migrations/0008-corrections.sql';
import quota from './migrations/0009-quota.sql';
import filings from './migrations/0012-filings.sql';
import search from './migrations/0013-search.sql';
import tenYears from './migrations/0014-ten-years.sql';
import { nationalClient } from './client/create-national-client.ts';
import { reconcileMigration, reconcileParts, strangersMigration } from './reconcile/reconcile.plugin.ts';
import { insuranceFigurePanel } from './settlement/figures/figure-panel.ts';
import { insuranceHomeCard } from './settlement/figures/home-card.ts';
import { leftVisitsMigration, settlementMigration, settlementParts } from './settlement/settlement.parts.ts';
import { tableSizes } from './table-sizes.ts';

const settling = settlementParts(nationalClient);

export default defineServerPlugin<InsuranceTables>({
  schema: 'insurance',
  migrations: [
    { name: '0001-exchange', sql: exchange },
    settlementMigration,
    catalogueMigration,
    reconcileMigration,
    leftVisitsMigration,
    { name: '0006-trace-codes', sql: traceCodes },
    { name: '0007-hospital-part', sql: hospitalPart },
    { name: '0008-corrections', sql: corrections },
    { name: '0009-quota', sql: quota },
    catalogueScaleMigration,
    strangersMigration,
    { name: '0012-filings', sql: filings },
    { name: '0013-search', sql: search },
    { name: '0014-ten-years', sql: tenYears },
  ],
  tableSizes,
  implementations: [connectionRoutes, exchangeRoutes, ...catalogueParts.implementations, ...reconcileParts.implementations, ...settling.implementations],
  services: [...settling.services],
  extensions: [insuranceHomeCard, insuranceFigurePanel],
  subscribers: [...catalogueParts.subscribers, ...reconcileParts.subscribers],
  jobs: [...exchangeJobs, ...catalogueParts.jobs, ...reconcileParts.jobs, ...settling.jobs],
  start: async () => {
    await catalogueParts.start();
    await reconcileParts.start();
  },
  stop: async () => {
    await catalogueParts.stop();
    await reconcileParts.stop();
  },
  demo: async (data, ctx) => {
    await loadConnectionDemo(data as ConnectionDemo, ctx);
    await loadCatalogueDemo(data as CatalogueDemo, ctx);
  },
});
