import { chatLinkTarget, type ChatLinkRow } from '@nephra/plugin-sdk/server';
import { billModel } from './bills/bill-row-filter.ts';
import type { ChargingTables } from './charging-tables.ts';
import { listBills } from './lists/bill.query.ts';
import { billTable } from './tables/bill.table.ts';

const linkTo = (id: string, billNo: string, patientName: string): ChatLinkRow => ({
  ...{ id, title: `${billNo} ${patientName}`.trim() },
  opens: { menu: billModel.menu, query: { billId: id } },
});

/** Messages that link to a bill or refund: for whoever may open the charge desk and sees this bill there. */
export const billChatLink = chatLinkTarget<ChargingTables>({
  kind: 'bill',
  title: { zh: '收费单', zhtw: '收費單', en: 'Bill' },
  async find(ctx, ids) {
    if (!ctx.can(billModel.menu) || ids.length === 0) return [];
    const bills = await billTable
      .select(ctx, 'bill')
      .where('bill.id', 'in', [...ids])
      .execute();
    return bills.map(({ id, billNo, patientName }) => linkTo(id, billNo, patientName));
  },
  async search(ctx, keyword, limit) {
    if (!ctx.can(billModel.menu)) return [];
    const { list } = await listBills(ctx, { keyword, pageSize: limit });
    return list.map(({ chargeId, billNo, patientName }) => linkTo(chargeId, billNo, patientName));
  },
});
