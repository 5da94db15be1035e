import {
  AppError,
  EnvelopeCode,
  moneyFromText,
  moneyToWire,
  type PageRequest,
  quantityFromText,
  quantityToWire,
  unitPriceFromText,
  unitPriceToWire,
} from '@nephra/plugin-sdk/contract';
import { columnGuard, type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { ReceiptInfo, ReceiptRow } from '../contract/index.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { MENU } from './stock.query.ts';

type Ctx = RequestContext<PharmacyTables>;

const notes = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pharmacy.goods_receipt as note')
    .select(['note.id', 'note.seq', 'note.receipt_no', 'note.supplier', 'note.invoice_no', 'note.note', 'note.line_count', 'note.total'])
    .select(['note.operator_name', 'note.received_at'])
    .where('note.org_id', 'in', [...ctx.user.orgIds]);

type NoteRecord = Awaited<ReturnType<ReturnType<typeof notes>['execute']>>[number];

const toWire = (row: NoteRecord): ReceiptRow => ({
  receiptId: row.id,
  receiptNo: row.receipt_no,
  supplier: row.supplier,
  invoiceNo: row.invoice_no,
  note: row.note,
  lineCount: row.line_count,
  totalPrice: moneyToWire(moneyFromText(row.total)),
  operatorName: row.operator_name,
  receiveTime: row.received_at.getTime(),
});

/** Notes without what goods cost, for whom that is none of their business. */
const shownRow = (ctx: Ctx) => columnGuard<ReceiptRow>(ctx, MENU, { cost: ['totalPrice'] });
const shownLine = (ctx: Ctx) => columnGuard<ReceiptInfo['lines'][number]>(ctx, MENU, { cost: ['cost', 'amount'] });

/** GET pharmacy/receipt: newest first; the keyword is looked for in number, supplier and invoice number. */
export async function listReceipts(ctx: Ctx, request: PageRequest & { startDate?: string; endDate?: string }) {
  let query = notes(ctx);
  if (request.startDate) query = query.where('note.business_day', '>=', request.startDate);
  if (request.endDate) query = query.where('note.business_day', '<=', request.endDate);
  const keyword = request.keyword?.trim();
  if (keyword) query = query.where(sql<boolean>`position(lower(${keyword}) in lower(note.receipt_no || ' ' || note.supplier || ' ' || note.invoice_no)) > 0`);
  const page = await selectPage(query, { db: ctx.db, request, sorts: {}, byDefault: ['note.seq', 'desc'], tieBreaker: 'note.seq' });
  return { ...page, list: page.list.map(toWire).map(shownRow(ctx)) };
}

/** GET pharmacy/receipt/{id}. @throws AppError `pharmacy.receipt-not-found`. */
export async function receiptInfo(ctx: Ctx, receiptId: string): Promise<ReceiptInfo> {
  const note = await notes(ctx).where('note.id', '=', receiptId).executeTakeFirst();
  if (!note) throw new AppError('pharmacy.receipt-not-found', { code: EnvelopeCode.NotFound });
  const rows = await ctx.db
    .selectFrom('pharmacy.goods_receipt_line as line')
    .innerJoin('pharmacy.lot as lot', 'lot.id', 'line.lot_id')
    .select(['line.line_no', 'line.lot_id', 'line.quantity', 'line.pieces', 'line.cost', 'line.amount'])
    .select(['lot.drug_name', 'lot.drug_spec', 'lot.lot_no', 'lot.expires_on', 'lot.location', 'lot.unit', 'lot.stock_unit'])
    .where('line.receipt_id', '=', receiptId)
    .orderBy('line.line_no')
    .execute();
  return {
    ...shownRow(ctx)(toWire(note)),
    lines: rows.map((row) =>
      shownLine(ctx)({
        lineNo: row.line_no,
        lotId: row.lot_id,
        drugName: row.drug_name,
        drugSpec: row.drug_spec,
        lotNo: row.lot_no,
        expiresOn: row.expires_on,
        location: row.location,
        quantity: quantityToWire(quantityFromText(row.quantity)),
        stockUnit: row.stock_unit,
        pieces: quantityToWire(quantityFromText(row.pieces)),
        unit: row.unit,
        cost: unitPriceToWire(unitPriceFromText(row.cost)),
        amount: moneyToWire(moneyFromText(row.amount)),
      }),
    ),
  };
}
