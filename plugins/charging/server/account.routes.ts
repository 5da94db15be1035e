import { implement } from '@nephra/plugin-sdk/server';
import { accountContract } from '../contract/index.ts';
import { chargeDays, patientAccount } from './lists/account.query.ts';
import type { ChargingTables } from './charging-tables.ts';
import { exportBills, exportInvoices, exportLines, exportPatients } from './export/export.query.ts';

export const accountRoutes = implement<ChargingTables>()(accountContract, {
  days: ({ query }, ctx) => chargeDays(ctx, query),
  patientDetail: ({ query }, ctx) => patientAccount(ctx, query),
  exportBills: ({ query }, ctx) => exportBills(ctx, query),
  exportLines: ({ query }, ctx) => exportLines(ctx, query),
  exportInvoices: ({ query }, ctx) => exportInvoices(ctx, query),
  exportPatients: ({ query }, ctx) => exportPatients(ctx, query),
});
