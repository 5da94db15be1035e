import { moneyToText, quantityToText, unitPriceToText } from '@nephra/plugin-sdk/contract';
import { assistantTool } from '@nephra/plugin-sdk/server';
import { sumsByType } from '../../domain/money/bill-totals.ts';
import { billRecord } from '../bills/bill-record.query.ts';
import { readBills } from '../bills/bill.repo.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable, CHARGING_MENU } from '../tables/bill.table.ts';

/** Lines that are told one by one. */
const MAX_LINES = 40;

/** What an amount on a bill is made of: lines, groups, payments. Neither patient nor diagnosis. */
export const explainBillTool = assistantTool<ChargingTables>({
  name: 'explain_bill',
  title: { zh: '账单金额', zhtw: '帳單金額', en: 'Amount of a bill' },
  description:
    'Tells what the amount of a bill is made of: lines with quantity, unit price and amount, sums by kind, how it was paid, what was refunded. Amounts are yuan.',
  parameters: { bill_number: { type: 'string', description: 'Receipt number of the bill or refund, as printed', required: true } },
  permission: CHARGING_MENU,
  async run(ctx, { bill_number: number }) {
    const head = await billTable.select(ctx, 'bill').where('bill.billNo', '=', String(number).trim()).orderBy('bill.id').limit(1).executeTakeFirst();
    const [bill] = head ? await readBills(ctx.db, [head.id], billTable.select(ctx, 'bill')) : [];
    if (!bill) return { found: false };
    ctx.audit({ subject: 'bill', subjectId: bill.id, patientId: bill.patientId });
    const record = await billRecord(ctx, bill);
    return {
      found: true,
      kind: bill.kind,
      state: record.state,
      total: moneyToText(bill.total),
      refunded: record.refundedPrice,
      byKind: sumsByType(bill.lines).map(({ drugType, amount, lines }) => ({ kind: drugType, amount: moneyToText(amount), lines })),
      payments: record.payments.map(({ payWayName, amount }) => ({ way: payWayName, amount })),
      lines: bill.lines.slice(0, MAX_LINES).map(({ drugName, quantity, quantityUnit, price, subTotal }) => ({
        ...{ item: drugName, quantity: quantityToText(quantity), unit: quantityUnit },
        ...{ unitPrice: unitPriceToText(price), amount: moneyToText(subTotal) },
      })),
      linesLeftOut: Math.max(0, bill.lines.length - MAX_LINES),
      page: `menu:${CHARGING_MENU}?billId=${bill.id}`,
    };
  },
});
