import type { OrgId } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, provide, type ServerContext, sql, visibleRows } from '@nephra/plugin-sdk/server';
import { billingRecords, patientBilling } from '../../patient/contract/index.ts';
import { prescriptionPaidBack } from '../../prescription/contract/index.ts';
import { type ChargingDemo, insuredBills, settlementSheets } from '../contract/index.ts';
import { accountRoutes } from './account.routes.ts';
import { chargeRoutes } from './charge.routes.ts';
import { loadChargingDemo } from './charging-demo.ts';
import { billModel } from './bill-sight.ts';
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
import { monthMigration, monthParts } from './month/month.plugin.ts';
import { billingRecordsOf } from './patient-records.service.ts';
import { paidBackLines } from './refund.repo.ts';
import { settlementSheetsOf } from './settle-sheet.query.ts';
import { shiftRoutes } from './shift/shift.routes.ts';

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
  ],
  ...monthParts,
  dataModels: [billModel],
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
    provide(patientBilling, (ctx: ServerContext<ChargingTables>) => ({
      async billCounts({ patientIds, orgIds, rightsOn }) {
        const rows = await ctx.db
          .selectFrom('charging.bill')
          .select((select) => ['patient_id', select.fn.countAll<string>().as('count')])
          .where(sql<boolean>`patient_id = any(${patientIds})`)
          .where('org_id', 'in', [...orgIds])
          .where('kind', '=', 'charge')
          .where(visibleRows(ctx, billModel, { rights: rightsOn(billModel.menu) }))
          .groupBy('patient_id')
          .execute();
        return rows.map((row) => ({ patientId: row.patient_id, billCount: Number(row.count) }));
      },
    })),
  ],
  demo: (data, ctx) => loadChargingDemo(data as ChargingDemo, ctx),
});
