import { AppError, EnvelopeCode, type PageRequest } from '@nephra/plugin-sdk/contract';
import { columnGuard, type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { ReceiptInfo, ReceiptRow } from '../../contract/index.ts';
import { lotTable } from '../stock/lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { receiptLineTable, type ReceiptStored, receiptTable } from './receipt.table.ts';
import { MENU } from '../stock/stock.query.ts';

type Ctx = RequestContext<PharmacyTables>;

function toWire(row: ReceiptStored): ReceiptRow {
  const { id, receiptNo, supplier, invoiceNo, note, lineCount, total, operatorName, receivedAt } = receiptTable.wire(row);
  return { receiptId: id, receiptNo, supplier, invoiceNo, note, lineCount, totalPrice: total, operatorName, receiveTime: receivedAt };
}

/** Notes without what goods cost, for whom that is none of their business. */
const shownRow = (ctx: Ctx) => columnGuard<ReceiptRow>(ctx, MENU, { cost: ['totalPrice'] });
const shownLine = (ctx: Ctx) => columnGuard<ReceiptInfo['lines'][number]>(ctx, MENU, { cost: ['cost', 'amount'] });

/** GET pharmacy/receipt: newest first; the keyword is looked for in number, supplier and invoice number. */
export async function listReceipts(ctx: Ctx, request: PageRequest & { startDate?: string; endDate?: string }) {
  let query = receiptTable.select(ctx, 'note');
  if (request.startDate) query = query.where('note.businessDay', '>=', request.startDate);
  if (request.endDate) query = query.where('note.businessDay', '<=', request.endDate);
  const keyword = request.keyword?.trim();
  if (keyword) query = query.where(sql<boolean>`position(lower(${keyword}) in lower(note."receiptNo" || ' ' || note.supplier || ' ' || note."invoiceNo")) > 0`);
  const page = await selectPage(query, { db: ctx.db, request, sorts: {}, byDefault: ['note.seq', 'desc'], tieBreaker: 'note.seq' });
  return { ...page, list: page.list.map(toWire).map(shownRow(ctx)) };
}

/** GET pharmacy/receipt/{id}. @throws AppError `pharmacy.receipt-not-found`. */
export async function receiptInfo(ctx: Ctx, receiptId: string): Promise<ReceiptInfo> {
  const note = await receiptTable.find(ctx, receiptId);
  if (!note) throw new AppError('pharmacy.receipt-not-found', { code: EnvelopeCode.NotFound });
  const rows = await receiptLineTable
    .everywhere(ctx, "the note's own door has looked", 'line')
    .innerJoin(lotTable.as(ctx, 'lot'), 'lot.id', 'line.lotId') // no guard: the note's own door has looked, and its lots are of the same facility
    .select(['lot.drugName', 'lot.drugSpec', 'lot.lotNo', 'lot.expiresOn', 'lot.location', 'lot.unit', 'lot.stockUnit'])
    .where('line.receiptId', '=', receiptId)
    .orderBy('line.lineNo')
    .execute();
  return {
    ...shownRow(ctx)(toWire(note)),
    lines: rows.map(({ receiptId: id, lineNo, lotId, quantity, pieces, cost, amount, ...lot }) =>
      shownLine(ctx)({
        ...lot,
        ...receiptLineTable.wire({ receiptId: id, lineNo, lotId, quantity, pieces, cost, amount }),
      }),
    ),
  };
}
