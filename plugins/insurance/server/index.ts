import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { type CatalogueDemo, loadCatalogueDemo } from './catalogue/catalogue-demo.ts';
import { catalogueParts } from './catalogue/catalogue.plugin.ts';
import { exchangeJobs } from './client/exchange-jobs.ts';
import { type ConnectionDemo, loadConnectionDemo } from './connection/connection-demo.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { exchangeRoutes } from './exchange/exchange.routes.ts';
import type { InsuranceTables } from './insurance-tables.ts';
import migrations from './migrations';
import { nationalClient } from './client/create-national-client.ts';
import { reconcileParts } from './reconcile/reconcile.plugin.ts';
import { insuranceFigurePanel } from './settlement/figures/figure-panel.ts';
import { insuranceHomeCard } from './settlement/figures/home-card.ts';
import { settlementParts } from './settlement/settlement.parts.ts';
import { tableSizes } from './table-sizes.ts';

const settling = settlementParts(nationalClient);

export default defineServerPlugin<InsuranceTables>({
  schema: 'insurance',
  migrations,
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
