import { dataRows, defineServerPlugin, provide, dictionaryWords } from '@nephra/plugin-sdk/server';
import { prescriptionHandedOut, prescriptionPackCodes } from '../../prescription/contract/index.ts';
import { catalogueStock, catalogueStockUse } from '../../catalogue/contract/index.ts';
import type { PharmacyDemo } from '../contract/index.ts';
import { dispensingRoutes } from './dispensing/dispensing.routes.ts';
import { dispensedFigures } from './figures/dispensed-panel.ts';
import { stockFigures } from './figures/stock-panel.ts';
import { handedOutService } from './dispensing/handed-out.service.ts';
import { pharmacyHomeCard } from './home-card.ts';
import { pharmacyInvariants } from './invariants.ts';
import migrations from './migrations';
import { packCodesService } from './tracing/pack-codes.service.ts';
import { loadPharmacyDemo } from './demo/pharmacy-demo.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { PHARMACY_MENU, pharmacyRows } from './queue-row-filter.ts';
import { stockNumberUses } from './stock-numbers.ts';
import { stockRoutes } from './stock.routes.ts';
import { stockService } from './stock/stock.service.ts';
import { useGoodsService } from './using/use-goods.service.ts';
import { tableSizes } from './table-sizes.ts';
import { stockKinds } from './warnings/stock-kinds.ts';
import { stockWarningsJob } from './warnings/stock-warnings.job.ts';

export default defineServerPlugin<PharmacyTables>({
  schema: 'pharmacy',
  migrations,
  tableSizes,
  invariants: { concerns: 'his.pharmacy:btn_adjust', rules: pharmacyInvariants },
  implementations: [dispensingRoutes, stockRoutes],
  extensions: [
    pharmacyHomeCard,
    stockFigures,
    dispensedFigures,
    ...stockNumberUses,
    ...stockKinds,
    ...dictionaryWords<PharmacyTables>({ sex: 'sex', reimWay: 'reimWay', drugUsage: 'usage', drugInterval: 'interval' }),
  ],
  services: [
    provide(catalogueStock, stockService),
    provide(catalogueStockUse, useGoodsService),
    provide(prescriptionHandedOut, handedOutService),
    provide(prescriptionPackCodes, packCodesService),
    provide(dataRows(PHARMACY_MENU), pharmacyRows),
  ],
  jobs: [stockWarningsJob],
  demo: (data, ctx) => loadPharmacyDemo(data as PharmacyDemo, ctx),
});
