import {
  type Money,
  moneyFromText,
  moneyToText,
  moneyToWire,
  type Quantity,
  quantityFromText,
  quantityToText,
  quantityToWire,
  type UnitPrice,
  unitPriceFromText,
  unitPriceToText,
  unitPriceToWire,
} from '@nephra/plugin-sdk/contract';
import type { ChargeLine } from '../../contract/index.ts';
import { type BillTotals, billTotals } from '../../domain/money/bill-totals.ts';
import type { SettledPayment } from '../../contract/charge/payment-split.ts';
import type { BillKind } from '../charging-tables.ts';

/** One line of a bill with exact amounts. */
export interface BillLine {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly detailId: string;
  readonly drugId: string;
  readonly drugName: string;
  readonly drugSpec: string;
  readonly drugType: string;
  readonly medicalInsCode: string;
  readonly quantity: Quantity;
  readonly quantityUnit: string;
  readonly price: UnitPrice;
  readonly subTotal: Money;
}

export interface BillPrescription {
  /** From 1 on: how often it was charged, each time after the bill before was reversed as a whole. */
  readonly round: number;
  readonly dpId: string;
  readonly dpNumber: string;
  readonly workerName: string;
  readonly total: Money;
}

/** A whole bill as it is written. */
export interface Bill {
  readonly id: string;
  readonly billNo: string;
  readonly kind: BillKind;
  readonly origin: 'desk' | 'demo';
  readonly orgId: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly patientSex: number;
  readonly patientAge: number;
  readonly outpatientCode: string;
  readonly reimWay: string;
  readonly medInsMark: string;
  readonly diagnosis: readonly { readonly code: string; readonly name: string }[];
  readonly total: Money;
  readonly chargedAt: Date;
  readonly businessDay: string;
  readonly cashierId: string;
  readonly cashierName: string;
  readonly reversesId: string | null;
  /** On a refund: nothing of its bill is left. */
  readonly takesLast: boolean;
  readonly reason: string;
  readonly prescriptions: readonly BillPrescription[];
  readonly lines: readonly BillLine[];
  readonly payments: readonly SettledPayment[];
}

export const lineToWire = (line: BillLine): ChargeLine => ({
  dpId: line.dpId,
  dpNumber: line.dpNumber,
  detailId: line.detailId,
  drugId: line.drugId,
  drugName: line.drugName,
  drugSpec: line.drugSpec,
  drugType: line.drugType,
  medicalInsCode: line.medicalInsCode,
  drugNum: quantityToWire(line.quantity),
  drugNumUnit: line.quantityUnit,
  price: unitPriceToWire(line.price),
  subTotal: moneyToWire(line.subTotal),
});

export const totalsToWire = (totals: BillTotals) => ({
  westPrice: moneyToWire(totals.westPrice),
  diagTreatPrice: moneyToWire(totals.diagTreatPrice),
  assayPrice: moneyToWire(totals.assayPrice),
  consumablesPrice: moneyToWire(totals.consumablesPrice),
  otherPrice: moneyToWire(totals.otherPrice),
  totalPrice: moneyToWire(totals.totalPrice),
});

/** Group sums of a bill as the columns of `charging.bill`. */
export function totalsToColumns(lines: readonly BillLine[]) {
  const totals = billTotals(lines);
  return {
    west: moneyToText(totals.westPrice),
    diag_treat: moneyToText(totals.diagTreatPrice),
    assay: moneyToText(totals.assayPrice),
    consumables: moneyToText(totals.consumablesPrice),
    other: moneyToText(totals.otherPrice),
  };
}

export const lineToColumns = (line: BillLine, billId: string, index: number) => ({
  bill_id: billId,
  line_no: index + 1,
  dp_id: line.dpId,
  dp_number: line.dpNumber,
  detail_id: line.detailId,
  drug_id: line.drugId,
  drug_name: line.drugName,
  drug_spec: line.drugSpec,
  drug_type: line.drugType,
  medical_ins_code: line.medicalInsCode,
  quantity: quantityToText(line.quantity),
  quantity_unit: line.quantityUnit,
  price: unitPriceToText(line.price),
  sub_total: moneyToText(line.subTotal),
});

/** A line as the table gives it. */
export interface LineColumns {
  dp_id: string;
  dp_number: string;
  detail_id: string;
  drug_id: string;
  drug_name: string;
  drug_spec: string;
  drug_type: string;
  medical_ins_code: string;
  quantity: string;
  quantity_unit: string;
  price: string;
  sub_total: string;
}

export const lineFromColumns = (row: LineColumns): BillLine => ({
  dpId: row.dp_id,
  dpNumber: row.dp_number,
  detailId: row.detail_id,
  drugId: row.drug_id,
  drugName: row.drug_name,
  drugSpec: row.drug_spec,
  drugType: row.drug_type,
  medicalInsCode: row.medical_ins_code,
  quantity: quantityFromText(row.quantity),
  quantityUnit: row.quantity_unit,
  price: unitPriceFromText(row.price),
  subTotal: moneyFromText(row.sub_total),
});

interface PaymentColumns {
  pay_way: string;
  amount: string;
  tendered: string;
  change: string;
  reference: string;
}

export const paymentFromColumns = (row: PaymentColumns): SettledPayment => ({
  payWay: row.pay_way,
  amount: moneyFromText(row.amount),
  tendered: moneyFromText(row.tendered),
  change: moneyFromText(row.change),
  reference: row.reference,
});
