import { implement, inQueue } from '@nephra/plugin-sdk/server';
import { stockContract } from '../contract/index.ts';
import { closeCount, openCount, saveCount } from './counting/count.command.ts';
import { countInfo, listCounts } from './counting/count.query.ts';
import { itemHistory, listItemStock, setItem, stockWarnings } from './stock/item.query.ts';
import { checkLedger } from './stock/ledger-check.query.ts';
import { adjustLot, setFrozen } from './stock/lot.command.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { listReceipts, receiptInfo } from './receiving/receipt.query.ts';
import { findStockItems, receiveStock } from './receiving/receive.command.ts';
import { listMovements, listStock } from './stock/stock.query.ts';
import { lotQueue } from './stock/stock.repo.ts';

export const stockRoutes = implement<PharmacyTables>()(stockContract, {
  stock: ({ query }, ctx) => listStock(ctx, query),
  movement: ({ query }, ctx) => listMovements(ctx, query),
  ledgerCheck: (_, ctx) => checkLedger(ctx),
  stockItems: ({ query }, ctx) => findStockItems(ctx, query.keyword),
  itemStock: ({ query }, ctx) => listItemStock(ctx, query),
  itemHistory: ({ params, query }, ctx) => itemHistory(ctx, params.id, query.days),
  setItem: ({ params, body }, ctx) => setItem(ctx, params.id, body),
  warnings: (_, ctx) => stockWarnings(ctx),
  receive: inQueue(lotQueue, ({ body }, ctx) => receiveStock(ctx, body)),
  receipts: ({ query }, ctx) => listReceipts(ctx, query),
  receipt: ({ params }, ctx) => receiptInfo(ctx, params.id),
  freeze: inQueue(lotQueue, ({ params, body }, ctx) => setFrozen(ctx, params.id, body)),
  adjust: inQueue(lotQueue, ({ params, body }, ctx) => adjustLot(ctx, params.id, body)),
  counts: ({ query }, ctx) => listCounts(ctx, query),
  openCount: inQueue(lotQueue, ({ body }, ctx) => openCount(ctx, body)),
  count: ({ params }, ctx) => countInfo(ctx, params.id),
  saveCount: ({ params, body }, ctx) => saveCount(ctx, params.id, body),
  closeCount: inQueue(lotQueue, ({ params, body }, ctx) => closeCount(ctx, params.id, body)),
});
