import { moneyToWire } from '@nephra/plugin-sdk/contract';
import { implement, inQueue } from '@nephra/plugin-sdk/server';
import { chargeContract } from '../contract/index.ts';
import { listPatientsCharged } from './lists/account.query.ts';
import { chargeDetails, listBillLines, listBills, totalBills } from './lists/bill.query.ts';
import { paymentsOf, readBills } from './bills/bill.repo.ts';
import { listPatientsToCharge, listToCharge, previewSelfPay } from './lists/charge-queue.query.ts';
import type { ChargingTables } from './charging-tables.ts';
import { billQueuesOf } from './drawer.repo.ts';
import { readPayWays } from './pay-way.repo.ts';
import { cancelBill } from './charge/refund.command.ts';
import { previewRefund } from './charge/refund-lines.query.ts';
import { chargeSelfPay } from './charge/self-pay.command.ts';
import { settleSheets } from './sheet/settle-sheet.query.ts';
import { billTable } from './tables/bill.table.ts';

export const chargeRoutes = implement<ChargingTables>()(chargeContract, {
  patients: ({ query }, ctx) => (query.scope === 'charged' ? listPatientsCharged(ctx, query) : listPatientsToCharge(ctx, query)),
  patientList: ({ query }, ctx) => listToCharge(ctx, query),
  async chargeWay({ params }, ctx) {
    const ways = await readPayWays(ctx.db, ctx.language);
    if (params.id === 'all') return { list: ways };
    const [bill] = params.id === '0' ? [] : await readBills(ctx.db, [params.id], billTable.select(ctx, 'bill'));
    if (!bill) return { list: ways.filter((way) => way.enabled) };
    const paid = (await paymentsOf(ctx.db, [bill.id])).get(bill.id) ?? [];
    return { list: ways.flatMap((way) => paid.filter((one) => one.payWay === way.payWay).map((one) => ({ ...way, amount: moneyToWire(one.amount) }))) };
  },
  selfPayPreview: ({ params, query }, ctx) => previewSelfPay(ctx, params.id, query.with),
  selfPay: inQueue(billQueuesOf, ({ params, body }, ctx) => chargeSelfPay(ctx, params.id, body)),
  bill: ({ query }, ctx) => listBills(ctx, query),
  billTotal: ({ query }, ctx) => totalBills(ctx, query),
  billDetail: ({ query }, ctx) => listBillLines(ctx, query),
  refundPreview: ({ params }, ctx) => previewRefund(ctx, params.id),
  cancelBill: inQueue(billQueuesOf, ({ body }, ctx) => cancelBill(ctx, body)),
  chargeDetail: ({ query }, ctx) => chargeDetails(ctx, query.chargeIdList),
  printSettle: ({ query }, ctx) => settleSheets(ctx, query.chargeId),
  printSettleDetail: ({ query }, ctx) => settleSheets(ctx, query.chargeId),
});
