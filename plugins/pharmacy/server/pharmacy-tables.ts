import type { SqlRow } from '@nephra/plugin-sdk/server';
import type { countLineTable } from './counting/count.table.ts';
import type { dispensingTable } from './dispensing/dispensing.table.ts';
import type { allocationTable } from './stock/allocation.table.ts';
import type { itemTable } from './stock/item.table.ts';
import type { lotTable } from './stock/lot.table.ts';
import type { usedGoodsTable, usedLotTable } from './using/used-goods.table.ts';
import type { openedPackTable, packShareTable } from './tracing/opened-pack.table.ts';
import type { traceCodeTable } from './tracing/trace-code.table.ts';

/** Tables of the schema `pharmacy` in statements that are written by hand: figures that are added to in SQL, rows that are written where they are missing. */
export interface PharmacyTables {
  'pharmacy.lot': SqlRow<typeof lotTable>;
  'pharmacy.allocation': SqlRow<typeof allocationTable>;
  'pharmacy.dispensing': SqlRow<typeof dispensingTable>;
  'pharmacy.item': SqlRow<typeof itemTable>;
  'pharmacy.trace_code': SqlRow<typeof traceCodeTable>;
  'pharmacy.used_goods': SqlRow<typeof usedGoodsTable>;
  'pharmacy.used_lot': SqlRow<typeof usedLotTable>;
  'pharmacy.opened_pack': SqlRow<typeof openedPackTable>;
  'pharmacy.pack_share': SqlRow<typeof packShareTable>;
  'pharmacy.stock_count_line': SqlRow<typeof countLineTable>;
}
