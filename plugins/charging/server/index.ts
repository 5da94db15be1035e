import type { OrgId } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, provide, type ServerContext, dictionaryWords } from '@nephra/plugin-sdk/server';
import { billingRecords, patientBilling } from '../../patient/contract/index.ts';
import { prescriptionPaidBack } from '../../prescription/contract/index.ts';
import { type ChargingDemo, insuredBills, insuredFacilities, settlementSheets } from '../contract/index.ts';
import { accountRoutes } from './account.routes.ts';
import { explainBillTool } from './assistant/explain-bill.tool.ts';
import { chargeRoutes } from './charge.routes.ts';
import { loadChargingDemo } from './charging-demo.ts';
import { billModel } from './bills/bill-row-filter.ts';
import { billChatLink } from './chat-link.ts';
import type { ChargingTables } from './charging-tables.ts';
import { chargingFigurePanel } from './figures/figure-panel.ts';
import { chargingHomeCard } from './home-card.ts';
import { insuredBillsOf } from './insured/insured-bills.service.ts';
import { chargingInvariants } from './invariants.ts';
import migrations from './migrations';
import { monthPart } from './month/month.plugin.ts';
import { patientBillingOf } from './patients/patient-billing.service.ts';
import { billingRecordsOf } from './patients/patient-records.service.ts';
import { paidBackLines } from './bills/refund.repo.ts';
import { insuredFacilitiesOf } from './facility.repo.ts';
import { settlementSheetsOf } from './sheet/settle-sheet.query.ts';
import { shiftRoutes } from './shift/shift.routes.ts';
import { tableSizes } from './table-sizes.ts';

export default defineServerPlugin<ChargingTables>({
  schema: 'charging',
  migrations,
  parts: [monthPart],
  dataModels: [billModel],
  tableSizes,
  extensions: [chargingHomeCard, billChatLink, chargingFigurePanel, explainBillTool, ...dictionaryWords<ChargingTables>({ sex: 'sex', reimWay: 'reimWay' })],
  invariants: { concerns: 'his.charging:btn_month_close', rules: chargingInvariants },
  implementations: [chargeRoutes, accountRoutes, shiftRoutes],
  services: [
    provide(prescriptionPaidBack, (ctx: ServerContext<ChargingTables>) => ({
      linesOf: (dpId: string, orgIds: readonly OrgId[]) => paidBackLines(ctx.db, dpId, orgIds),
    })),
    provide(billingRecords, billingRecordsOf),
    provide(insuredBills, insuredBillsOf),
    provide(settlementSheets, settlementSheetsOf),
    provide(insuredFacilities, insuredFacilitiesOf),
    provide(patientBilling, patientBillingOf),
  ],
  demo: (data, ctx) => loadChargingDemo(data as ChargingDemo, ctx),
});
