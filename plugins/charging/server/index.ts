import type { OrgId } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, provide, type ServerContext } from '@nephra/plugin-sdk/server';
import { billingRecords, patientBilling } from '../../patient/contract/index.ts';
import { prescriptionPaidBack } from '../../prescription/contract/index.ts';
import { type ChargingDemo, insuredBills, settlementSheets } from '../contract/index.ts';
import { accountRoutes } from './account.routes.ts';
import { chargeRoutes } from './charge.routes.ts';
import { loadChargingDemo } from './charging-demo.ts';
import { billModel } from './bills/bill-row-filter.ts';
import type { ChargingTables } from './charging-tables.ts';
import { chargingFigurePanel } from './figures/figure-panel.ts';
import { chargingHomeCard } from './home-card.ts';
import { insuredBillsOf } from './insured/insured-bills.service.ts';
import { chargingInvariants } from './invariants.ts';
import charging from './migrations/0001-charging.sql';
import partialRefund from './migrations/0002-partial-refund.sql';
import shiftClose from './migrations/0004-shift-close.sql';
import hospitalPart from './migrations/0005-hospital-part.sql';
import chargedAnew from './migrations/0006-charged-anew.sql';
import drawerBills from './migrations/0007-drawer-bills.sql';
import tenYears from './migrations/0008-ten-years.sql';
import dayTotals from './migrations/0009-day-totals.sql';
import readOff from './migrations/0010-read-off.sql';
import shiftDays from './migrations/0011-shift-days.sql';
import { monthMigration, monthParts } from './month/month.plugin.ts';
import { patientBillingOf } from './patients/patient-billing.service.ts';
import { billingRecordsOf } from './patients/patient-records.service.ts';
import { paidBackLines } from './bills/refund.repo.ts';
import { settlementSheetsOf } from './sheet/settle-sheet.query.ts';
import { shiftRoutes } from './shift/shift.routes.ts';
import { tableSizes } from './table-sizes.ts';

export default defineServerPlugin<ChargingTables>({
  schema: 'charging',
  migrations: [
    { name: '0001-charging', sql: charging },
    { name: '0002-partial-refund', sql: partialRefund },
    monthMigration,
    { name: '0004-shift-close', sql: shiftClose },
    { name: '0005-hospital-part', sql: hospitalPart },
    { name: '0006-charged-anew', sql: chargedAnew },
    { name: '0007-drawer-bills', sql: drawerBills },
    { name: '0008-ten-years', sql: tenYears },
    { name: '0009-day-totals', sql: dayTotals },
    { name: '0010-read-off', sql: readOff },
    { name: '0011-shift-days', sql: shiftDays },
  ],
  ...monthParts,
  dataModels: [billModel],
  tableSizes,
  extensions: [chargingHomeCard, chargingFigurePanel],
  invariants: { concerns: 'his.charging:btn_month_close', rules: chargingInvariants },
  implementations: [chargeRoutes, accountRoutes, shiftRoutes, ...monthParts.implementations],
  services: [
    ...monthParts.services,
    provide(prescriptionPaidBack, (ctx: ServerContext<ChargingTables>) => ({
      linesOf: (dpId: string, orgIds: readonly OrgId[]) => paidBackLines(ctx.db, dpId, orgIds),
    })),
    provide(billingRecords, billingRecordsOf),
    provide(insuredBills, insuredBillsOf),
    provide(settlementSheets, settlementSheetsOf),
    provide(patientBilling, patientBillingOf),
  ],
  demo: (data, ctx) => loadChargingDemo(data as ChargingDemo, ctx),
});
