import { pick } from '@nephra/plugin-sdk/server';
import { moneyToWire, quantityToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { ChargeLine } from '../../contract/index.ts';
import { type BillTotals, billTotals } from '../../domain/money/bill-totals.ts';
import type { SettledPayment } from '../../contract/charge/payment-split.ts';
import type { BillLineStored, BillPrescriptionStored } from '../tables/bill-parts.table.ts';
import type { BillStored } from '../tables/bill.table.ts';

/** One line of a bill with exact amounts. */
export interface BillLine extends Omit<BillLineStored, 'billId' | 'lineNo'> {}

/** A prescription on a bill, and how often it was charged: each time after the bill before was reversed as a whole. */
export interface BillPrescription extends Omit<BillPrescriptionStored, 'billId' | 'kind'> {}

/** A whole bill as it is written. */
export interface Bill extends Omit<BillStored, 'west' | 'diagTreat' | 'assay' | 'consumables' | 'other' | 'lineCount'> {
  readonly prescriptions: readonly BillPrescription[];
  readonly lines: readonly BillLine[];
  readonly payments: readonly SettledPayment[];
}

/** What every call says of a bill or refund. */
export const headToWire = (bill: Omit<BillStored, keyof ReturnType<typeof groupTotals> | 'lineCount'>) => ({
  chargeId: bill.id,
  ...pick(bill, 'billNo', 'orgId', 'patientId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay', 'medInsMark', 'cashierId'),
  ...pick(bill, 'cashierName', 'reason'),
  totalPrice: moneyToWire(bill.total),
  chargeTime: bill.chargedAt.getTime(),
});

export const lineToWire = (line: BillLine): ChargeLine => ({
  ...pick(line, 'dpId', 'dpNumber', 'detailId', 'drugId', 'drugName', 'drugSpec', 'drugType', 'medicalInsCode'),
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

/** Group sums of a bill as its columns. */
export function groupTotals(lines: readonly BillLine[]) {
  const totals = billTotals(lines);
  return {
    west: totals.westPrice,
    diagTreat: totals.diagTreatPrice,
    assay: totals.assayPrice,
    consumables: totals.consumablesPrice,
    other: totals.otherPrice,
  };
}
