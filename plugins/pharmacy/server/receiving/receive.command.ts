import {
  AppError,
  addMoney,
  EnvelopeCode,
  lineTotal,
  type Money,
  moneyToWire,
  parseDay,
  type Quantity,
  quantityFromWire,
  quantityToText,
  ZERO,
  unitPriceFromWire,
} from '@nephra/plugin-sdk/contract';
import { nextNumber, pick, type RequestContext } from '@nephra/plugin-sdk/server';
import { catalogueEntries, type CatalogueFacts } from '../../../catalogue/contract/index.ts';
import type { ReceiptBody, ReceiptInfo, ReceiptLineBody, StockItem } from '../../contract/index.ts';
import { handedOut } from '../../domain/dispensing/handed-out.ts';
import { MovementKind } from '../../domain/stock/stock-lot.ts';
import { keepItems } from '../stock/item.repo.ts';
import { insertLots, lotIdOf, type NewLot } from '../stock/lot.repo.ts';
import { movementTable, type NewMovement } from '../stock/movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { insertReceipts } from './receipt.repo.ts';
import { receiptInfo } from './receipt.query.ts';
import { RECEIPT_NUMBER } from '../stock-numbers.ts';
import { addToLot } from '../stock/stock.repo.ts';

type Ctx = RequestContext<PharmacyTables>;

interface Arrival {
  readonly line: ReceiptLineBody;
  readonly lot: NewLot;
  readonly pieces: Quantity;
  readonly amount: Money;
}

function arrivalOf(ctx: Ctx, line: ReceiptLineBody, at: number, entry: CatalogueFacts | undefined, today: string): Arrival {
  /** Names the cell at fault, so that the form can put the cursor there. */
  const wrong = (cell: keyof ReceiptLineBody) => ({ params: { line: at + 1 }, fields: [{ path: `lines.${at}.${cell}`, msg: '' }] });
  if (!entry?.stockKept || entry.kind === 'item') throw new AppError('pharmacy.item-not-kept', { code: EnvelopeCode.NotFound, ...wrong('drugId') });
  assertFutureDay(line.expiresOn, today, wrong('expiresOn'));
  const quantity = quantityFromWire(line.quantity);
  const pieces = handedOut({ ...entry, quantity, quantityUnit: entry.stockUnit });
  if (pieces <= 0) throw new AppError('pharmacy.quantity-zero', { code: EnvelopeCode.Invalid, ...wrong('quantity') });
  const lotNo = line.lotNo.trim();
  if (lotNo === '') throw new AppError('pharmacy.lot-no-missing', { code: EnvelopeCode.Invalid, ...wrong('lotNo') });
  const cost = unitPriceFromWire(line.cost);
  return {
    line,
    pieces,
    amount: lineTotal(cost, quantity),
    lot: {
      id: ctx.newId(),
      orgId: ctx.user.orgId,
      kind: entry.kind,
      ...pick(entry, 'drugId', 'drugName', 'drugSpec', 'stockUnit', 'stockDmin'),
      maker: entry.drugChangjia,
      unit: entry.preparaUnit,
      lotNo,
      expiresOn: line.expiresOn,
      cost,
      location: line.location.trim(),
      createdAt: ctx.clock.now(),
    },
  };
}

interface CellAtFault {
  readonly params: { readonly line: number };
  readonly fields: { path: string; msg: string }[];
}

function assertFutureDay(day: string, today: string, at: CellAtFault): void {
  try {
    parseDay(day);
  } catch (error) {
    throw new AppError('pharmacy.expiry-wrong', { code: EnvelopeCode.Invalid, ...at, cause: error });
  }
  if (day < today) throw new AppError('pharmacy.expiry-past', { ...at, params: { ...at.params, day } });
}

/**
 * POST pharmacy/receipt: goods arrive, all lines of the note or none.
 * @throws AppError `pharmacy.item-not-kept`, `pharmacy.expiry-wrong`, `pharmacy.expiry-past`, `pharmacy.quantity-zero`, `pharmacy.lot-no-missing`.
 */
export async function receiveStock(ctx: Ctx, body: ReceiptBody): Promise<ReceiptInfo> {
  const supplier = body.supplier.trim();
  if (supplier === '') throw new AppError('pharmacy.supplier-missing', { code: EnvelopeCode.Invalid });
  const today = ctx.clock.today();
  const drugIds = [...new Set(body.lines.map((line) => line.drugId))];
  const entries = new Map((await ctx.service(catalogueEntries).entries(ctx.user.orgId, drugIds)).map((entry) => [entry.drugId, entry]));
  const arrivals = body.lines.map((line, at) => arrivalOf(ctx, line, at, entries.get(line.drugId), today));
  await keepItems(
    ctx.db,
    arrivals.map(({ lot }) => lot),
  );
  await insertLots(
    ctx.db,
    arrivals.map(({ lot }) => lot),
  );
  const receipt = {
    id: ctx.newId(),
    orgId: ctx.user.orgId,
    receiptNo: await nextNumber(ctx, RECEIPT_NUMBER, `pharmacy.receipt.${ctx.user.orgId}`),
  };
  const placed: (Arrival & { lotId: string; lineNo: number })[] = [];
  for (const [at, arrival] of arrivals.entries()) placed.push({ ...arrival, lotId: await lotIdOf(ctx, arrival.lot), lineNo: at + 1 });

  const movements: NewMovement[] = [];
  // In the order of the lots, like everybody who changes several of them.
  for (const one of [...placed].sort((a, b) => (a.lotId < b.lotId ? -1 : a.lotId > b.lotId ? 1 : a.lineNo - b.lineNo))) {
    movements.push({
      id: ctx.newId(),
      orgId: ctx.user.orgId,
      lotId: one.lotId,
      kind: MovementKind.Receive,
      quantity: one.pieces,
      balance: await addToLot(ctx.db, one.lotId, one.pieces),
      operatorId: ctx.user.userId,
      operatorName: ctx.user.userName,
      movedAt: ctx.clock.now(),
      businessDay: today,
      note: body.note.trim(),
      documentId: receipt.id,
      documentNo: receipt.receiptNo,
      origin: 'desk',
    });
  }
  const total = placed.reduce((sum, one) => addMoney(sum, one.amount), ZERO);
  await insertReceipts(ctx.db, [
    {
      ...receipt,
      supplier,
      invoiceNo: body.invoiceNo.trim(),
      note: body.note.trim(),
      total,
      operatorId: ctx.user.userId,
      operatorName: ctx.user.userName,
      receivedAt: ctx.clock.now(),
      businessDay: today,
      origin: 'desk',
      lines: placed.map(({ lotId, lineNo, line, pieces, lot, amount }) => ({
        lineNo,
        lotId,
        quantity: quantityFromWire(line.quantity),
        pieces,
        cost: lot.cost,
        amount,
      })),
    },
  ]);
  await movementTable.insertAll(ctx, movements);
  ctx.audit({
    subject: 'pharmacy.receipt',
    subjectId: receipt.id,
    after: { receiptNo: receipt.receiptNo, supplier, total: moneyToWire(total), lots: placed.map(({ lotId, pieces }) => [lotId, quantityToText(pieces)]) },
  });
  ctx.message('received', { no: receipt.receiptNo, n: placed.length });
  return await receiptInfo(ctx, receipt.id);
}

const ITEMS_SHOWN = 30;

/** GET pharmacy/item. */
export async function findStockItems(ctx: Ctx, keyword: string | undefined): Promise<{ list: StockItem[] }> {
  const page = await ctx
    .service(catalogueEntries)
    .search({ orgId: ctx.user.orgId, kinds: ['drug', 'material'], keyword, stockKeptOnly: true, currentPage: 1, pageSize: ITEMS_SHOWN });
  return {
    list: page.list.flatMap((entry) =>
      entry.kind === 'item'
        ? []
        : [
            {
              kind: entry.kind,
              ...pick(entry, 'drugId', 'drugName', 'drugSpec', 'drugChangjia', 'preparaUnit', 'stockUnit'),
              stockDmin: Number(quantityToText(entry.stockDmin)),
            },
          ],
    ),
  };
}
