import type { ColumnType, Generated } from '@nephra/plugin-sdk/server';
import type { DispensingAction } from '../domain/dispensing-state.ts';
import type { MovementKind } from '../domain/stock-lot.ts';

/** Exact numbers travel as text in both directions. */
type Numeric = ColumnType<string, string, string>;
type NumericOrZero = ColumnType<string, string | undefined, string>;
type Kept<T> = ColumnType<T, T, never>;
type KeptNumeric = ColumnType<string, string, never>;

export interface LotTable {
  id: Kept<string>;
  org_id: Kept<string>;
  kind: 'drug' | 'material';
  drug_id: Kept<string>;
  drug_name: string;
  drug_spec: string;
  maker: Generated<string>;
  unit: string;
  stock_unit: string;
  stock_dmin: Numeric;
  lot_no: Kept<string>;
  expires_on: Kept<string>;
  cost: Numeric;
  location: Generated<string>;
  on_hand: NumericOrZero;
  reserved: NumericOrZero;
  frozen: Generated<boolean>;
  frozen_reason: Generated<string>;
  version: Generated<number>;
  created_at: Kept<Date>;
  search_grams: string[];
}

export interface AllocationTable {
  id: Kept<string>;
  org_id: Kept<string>;
  dp_id: Kept<string>;
  detail_id: Kept<string>;
  lot_id: Kept<string>;
  quantity: KeptNumeric;
  taken: NumericOrZero;
  released: NumericOrZero;
  returned: NumericOrZero;
  created_at: Kept<Date>;
}

export interface MovementTable {
  id: Kept<string>;
  seq: ColumnType<string, never, never>;
  org_id: Kept<string>;
  lot_id: Kept<string>;
  kind: Kept<MovementKind>;
  quantity: KeptNumeric;
  balance: KeptNumeric;
  dp_id: Kept<string | null>;
  dp_number: Kept<string>;
  patient_name: Kept<string>;
  detail_id: Kept<string | null>;
  allocation_id: Kept<string | null>;
  operator_id: Kept<string>;
  operator_name: Kept<string>;
  moved_at: Kept<Date>;
  business_day: Kept<string>;
  note: Kept<string>;
  origin: Kept<'desk' | 'demo'>;
}

export interface DispensingStepTable {
  id: Kept<string>;
  seq: ColumnType<string, never, never>;
  org_id: Kept<string>;
  dp_id: Kept<string>;
  action: Kept<DispensingAction>;
  rx_status: Kept<number>;
  reason: Kept<string>;
  operator_id: Kept<string>;
  operator_name: Kept<string>;
  acted_at: Kept<Date>;
}

/** Tables of the schema `pharmacy`. */
export interface PharmacyTables {
  'pharmacy.lot': LotTable;
  'pharmacy.allocation': AllocationTable;
  'pharmacy.movement': MovementTable;
  'pharmacy.dispensing_step': DispensingStepTable;
}
