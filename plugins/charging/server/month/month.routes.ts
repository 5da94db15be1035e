import { implement, inQueue } from '@nephra/plugin-sdk/server';
import { monthContract } from '../../contract/index.ts';
import { billQueuesOf } from '../drawer.repo.ts';
import { askInsurer } from './run/ask-insurer.command.ts';
import { closeMonth, monthBooks, reopenMonth } from './run/month-close.command.ts';
import { exportMonthPatients } from './month-export.query.ts';
import { listMonthPatients, orgsOf } from './month-patients.query.ts';
import { cancelRun, resumeRun, runHospMonth, settleMonthInsured } from './run/month-run.command.ts';
import { letGoInsured, rehearseInsured } from './run/rehearse-insured.command.ts';
import { listItems, listRuns, seenRun } from './run/month-run.repo.ts';
import { monthSheetOf } from './month-sheet.query.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { recordMonth, takeOffAccount } from './run/record.command.ts';
import { settleMonthSelfPay } from './run/settle-month.command.ts';

export const monthRoutes = implement<ChargingTables>()(monthContract, {
  sheet: ({ params, query }, ctx) => monthSheetOf(ctx, params.id, query.month),
  settleInsured: ({ body }, ctx) => settleMonthInsured(ctx, body),
  rehearseInsured: ({ body }, ctx) => rehearseInsured(ctx, body),
  letGoInsured: ({ body }, ctx) => letGoInsured(ctx, body),
  settleSelfPay: inQueue(billQueuesOf, ({ body }, ctx) => settleMonthSelfPay(ctx, body)),
  record: ({ params, body }, ctx) => recordMonth(ctx, params.id, body),
  takeOff: ({ params, body }, ctx) => takeOffAccount(ctx, params.id, body),
  patientList: ({ query }, ctx) => listMonthPatients(ctx, query),
  exportPatients: ({ query }, ctx) => exportMonthPatients(ctx, query),
  hospMonth: ({ body }, ctx) => runHospMonth(ctx, body),
  askInsurer: ({ body }, ctx) => askInsurer(ctx, body),
  runs: async ({ query }, ctx) => ({ list: await listRuns(ctx, query.month, orgsOf(ctx, query.orgId)) }),
  run: ({ params }, ctx) => seenRun(ctx, params.id),
  async runItems({ params, query }, ctx) {
    const run = await seenRun(ctx, params.id);
    return await listItems(ctx, run.runId, query);
  },
  cancelRun: ({ params }, ctx) => cancelRun(ctx, params.id),
  resumeRun: ({ params }, ctx) => resumeRun(ctx, params.id),
  books: ({ query }, ctx) => monthBooks(ctx, query.month),
  close: ({ body }, ctx) => closeMonth(ctx, body),
  reopen: ({ body }, ctx) => reopenMonth(ctx, body),
});
