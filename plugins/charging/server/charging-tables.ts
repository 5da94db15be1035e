import type { ColumnType, Generated } from '@nephra/plugin-sdk/server';

/** Exact numbers travel as text in both directions. */
type Numeric = ColumnType<string, string, never>;
type Kept<T> = ColumnType<T, T, never>;

export interface FacilityTable {
  org_id: string;
  facility_name: string;
  fixmedins_name: string;
  fixmedins_code: string;
}

export interface ReceiptSeriesTable {
  org_id: string;
  prefix: string;
  refund_prefix: string;
  digits: number;
  date_format: Generated<'yyyyMMdd' | 'yyyyMM' | 'yyyy'>;
}

export interface PayWayTable {
  code: string;
  kind: 'cash' | 'card' | 'wechat' | 'alipay' | 'other';
  name_zh: string;
  name_zhtw: string;
  name_en: string;
  gives_change: Generated<boolean>;
  needs_reference: Generated<boolean>;
  sort_code: Generated<number>;
  enabled: Generated<boolean>;
}

export type BillKind = 'charge' | 'refund';

export interface BillTable {
  id: Kept<string>;
  bill_no: Kept<string>;
  kind: Kept<BillKind>;
  origin: ColumnType<'desk' | 'demo', 'desk' | 'demo' | undefined, never>;
  org_id: Kept<string>;
  patient_id: Kept<string>;
  patient_name: Kept<string>;
  patient_sex: Kept<number>;
  patient_age: Kept<number>;
  outpatient_code: Kept<string>;
  reim_way: Kept<string>;
  med_ins_mark: Kept<string>;
  diagnosis: ColumnType<readonly { code: string; name: string }[], string, never>;
  total: Numeric;
  west: Numeric;
  diag_treat: Numeric;
  assay: Numeric;
  consumables: Numeric;
  other: Numeric;
  charged_at: Kept<Date>;
  business_day: Kept<string>;
  cashier_id: Kept<string>;
  cashier_name: Kept<string>;
  reverses_id: Kept<string | null>;
  reason: Kept<string>;
  search_grams: Kept<string[]>;
  /** Lines of this bill. */
  line_count: Kept<number>;
  /** On a refund: nothing of its bill is left. */
  takes_last: Kept<boolean>;
}

export interface BillPrescriptionTable {
  bill_id: Kept<string>;
  dp_id: Kept<string>;
  dp_number: Kept<string>;
  kind: Kept<BillKind>;
  worker_name: Kept<string>;
  total: Numeric;
  /** Which charge of the prescription this belongs to; more than the first when a part went back to an insurer. */
  round: ColumnType<number, number | undefined, never>;
}

export interface BillLineTable {
  bill_id: Kept<string>;
  line_no: Kept<number>;
  dp_id: Kept<string>;
  dp_number: Kept<string>;
  detail_id: Kept<string>;
  drug_id: Kept<string>;
  drug_name: Kept<string>;
  drug_spec: Kept<string>;
  drug_type: Kept<string>;
  medical_ins_code: Kept<string>;
  quantity: Numeric;
  quantity_unit: Kept<string>;
  price: Numeric;
  sub_total: Numeric;
}

export interface PaymentTable {
  bill_id: Kept<string>;
  seq: Kept<number>;
  pay_way: Kept<string>;
  amount: Numeric;
  tendered: Numeric;
  change: Numeric;
  reference: Kept<string>;
}

export interface DrawerTable {
  org_id: string;
  cashier_id: string;
}

/** Bills that lie in a drawer: written with the bill, gone with the closing that takes it. */
export interface DrawerBillTable {
  bill_id: Kept<string>;
  org_id: Kept<string>;
  cashier_id: Kept<string>;
}

export interface ShiftTable {
  id: Kept<string>;
  /** Order of writing, whatever the clock said. */
  seq: ColumnType<string, never, never>;
  shift_no: Kept<string>;
  origin: ColumnType<'desk' | 'demo', 'desk' | 'demo' | undefined, never>;
  org_id: Kept<string>;
  cashier_id: Kept<string>;
  cashier_name: Kept<string>;
  opened_at: Kept<Date>;
  closed_at: Kept<Date>;
  business_day: Kept<string>;
  charge_count: Kept<number>;
  refund_count: Kept<number>;
  charged: Numeric;
  refunded: Numeric;
  first_bill_no: Kept<string>;
  last_bill_no: Kept<string>;
  first_refund_no: Kept<string>;
  last_refund_no: Kept<string>;
  cash_expected: Numeric;
  cash_counted: Numeric;
  difference_reason: Kept<string>;
}

export interface ShiftWayTable {
  shift_id: Kept<string>;
  pay_way: Kept<string>;
  charged: Numeric;
  refunded: Numeric;
  count: Kept<number>;
}

export interface ShiftBillTable {
  bill_id: Kept<string>;
  shift_id: Kept<string>;
}

/** Tables of the schema `charging`. */
/** Written by the database with each bill. */
interface DayKey {
  org_id: Kept<string>;
  business_day: Kept<string>;
  cashier_id: Kept<string>;
  kind: Kept<BillKind>;
}
export interface DayTotalTable extends DayKey {
  bills: Kept<number>;
  total: Numeric;
  west: Numeric;
  diag_treat: Numeric;
  assay: Numeric;
}
export interface DayWayTable extends DayKey {
  pay_way: Kept<string>;
  amount: Numeric;
}

export interface ChargingTables {
  'charging.facility': FacilityTable;
  'charging.receipt_series': ReceiptSeriesTable;
  'charging.pay_way': PayWayTable;
  'charging.bill': BillTable;
  'charging.bill_prescription': BillPrescriptionTable;
  'charging.bill_line': BillLineTable;
  'charging.payment': PaymentTable;
  'charging.drawer': DrawerTable;
  'charging.drawer_bill': DrawerBillTable;
  'charging.shift': ShiftTable;
  'charging.shift_way': ShiftWayTable;
  'charging.shift_bill': ShiftBillTable;
  'charging.day_total': DayTotalTable;
  'charging.day_way': DayWayTable;
}
