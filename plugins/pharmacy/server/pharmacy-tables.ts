import type { ColumnType, Generated } from '@nephra/plugin-sdk/server';

/** Exact numbers travel as text in both directions. */
type Numeric = ColumnType<string, string, string>;
type NumericOrZero = ColumnType<string, string | undefined, string>;
type Kept<T> = ColumnType<T, T, never>;
type KeptNumeric = ColumnType<string, string, never>;

/** What is changed by one conditional statement of SQL; all else goes through `lotTable`. */
export interface LotFigures {
  id: Kept<string>;
  expires_on: Kept<string>;
  on_hand: Numeric;
  reserved: Numeric;
  frozen: boolean;
  frozen_reason: string;
  version: number;
}

/** Figures of shares that are added to in SQL; all else goes through `allocationTable`. */
export interface AllocationFigures {
  id: Kept<string>;
  taken: Numeric;
  released: Numeric;
  returned: Numeric;
}

export interface DispensingTable {
  dp_id: Kept<string>;
  acts: Generated<number>;
}

export interface ItemTable {
  org_id: Kept<string>;
  drug_id: Kept<string>;
  kind: 'drug' | 'material';
  drug_name: string;
  drug_spec: string;
  unit: string;
  stock_unit: string;
  stock_dmin: Numeric;
  minimum: NumericOrZero;
  trace_required: Generated<boolean>;
  version: Generated<number>;
  search_grams: string[];
}

export interface TraceCodeTable {
  code: Kept<string>;
  org_id: Kept<string>;
  allocation_id: Kept<string>;
  lot_id: Kept<string>;
  dp_id: Kept<string>;
  operator_id: Kept<string>;
  sold_at: Kept<Date>;
  returned_at: Date | null;
}

export interface GoodsReceiptLineTable {
  receipt_id: Kept<string>;
  line_no: Kept<number>;
  lot_id: Kept<string>;
  quantity: KeptNumeric;
  pieces: KeptNumeric;
  cost: KeptNumeric;
  amount: KeptNumeric;
}

export interface StockCountLineTable {
  count_id: Kept<string>;
  lot_id: Kept<string>;
  line_no: Kept<number>;
  snapshot: KeptNumeric;
  counted: string | null;
  book: string | null;
  counted_by_name: Generated<string>;
  counted_at: Date | null;
  difference: string | null;
}

/** What stands in the schema `pharmacy` besides tables that are declared. */
export interface PharmacyTables {
  'pharmacy.lot': LotFigures;
  'pharmacy.allocation': AllocationFigures;
  'pharmacy.dispensing': DispensingTable;
  'pharmacy.item': ItemTable;
  'pharmacy.trace_code': TraceCodeTable;
  'pharmacy.goods_receipt_line': GoodsReceiptLineTable;
  'pharmacy.stock_count_line': StockCountLineTable;
}
