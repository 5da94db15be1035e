import { defineServerPlugin, dictionaryWords } from '@nephra/plugin-sdk/server';
import { cataloguePart } from './catalogue/catalogue.plugin.ts';
import { nationalClient } from './client/create-national-client.ts';
import { exchangeJobs } from './client/exchange-jobs.ts';
import { type ConnectionDemo, loadConnectionDemo } from './connection/connection-demo.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { exchangeRoutes } from './exchange/exchange.routes.ts';
import type { InsuranceTables } from './insurance-tables.ts';
import migrations from './migrations';
import { reconcilePart } from './reconcile/reconcile.plugin.ts';
import { insuranceFigurePanel } from './settlement/figures/figure-panel.ts';
import { insuranceHomeCard } from './settlement/figures/home-card.ts';
import { settlementPart } from './settlement/settlement.part.ts';
import { tableSizes } from './table-sizes.ts';

export default defineServerPlugin<InsuranceTables>({
  schema: 'insurance',
  migrations,
  tableSizes,
  implementations: [connectionRoutes, exchangeRoutes],
  extensions: [insuranceHomeCard, insuranceFigurePanel, ...dictionaryWords<InsuranceTables>({ sex: 'sex' })],
  jobs: exchangeJobs,
  demo: (data, ctx) => loadConnectionDemo(data as ConnectionDemo, ctx),
  parts: [cataloguePart, reconcilePart, settlementPart(nationalClient)],
});
