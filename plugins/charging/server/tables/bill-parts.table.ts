import { column, defineTable, ownedBy, type StoredOf } from '@nephra/plugin-sdk/server';
import { billTable } from './bill.table.ts';

const ofBill = { rowsStay: true, scope: ownedBy(billTable, 'bill_id') } as const;

/** Prescriptions on a bill, each with what the bill charges or gives back of it. */
export const billPrescriptionTable = defineTable(
  'charging.bill_prescription',
  {
    billId: column.ref('charging.bill'),
    dpId: column.id(),
    dpNumber: column.text(64),
    kind: column.choice('charge', 'refund'),
    workerName: column.text(200),
    total: column.money(),
    /** Which charge of the prescription this belongs to; more than the first when a part went back to an insurer. */
    round: column.int(1, 32_767),
  },
  {
    ...ofBill,
    key: ['billId', 'dpId'],
    unique: { bill_prescription_charged: ['dpId', 'round'] },
    uniqueWhere: { bill_prescription_charged: "(kind = 'charge'::text)" },
  },
);
export interface BillPrescriptionStored extends StoredOf<typeof billPrescriptionTable> {}

export const billLineTable = defineTable(
  'charging.bill_line',
  {
    billId: column.ref('charging.bill'),
    lineNo: column.int(1, 1_000_000),
    dpId: column.id(),
    dpNumber: column.text(64),
    detailId: column.id(),
    drugId: column.id(),
    drugName: column.text(500),
    drugSpec: column.text(500),
    drugType: column.text(64),
    medicalInsCode: column.text(200),
    quantity: column.quantity(16),
    quantityUnit: column.text(100),
    price: column.unitPrice(),
    subTotal: column.money(),
  },
  { ...ofBill, key: ['billId', 'lineNo'] },
);
export interface BillLineStored extends StoredOf<typeof billLineTable> {}

/** How a bill was paid. */
export const paymentTable = defineTable(
  'charging.payment',
  {
    billId: column.ref('charging.bill'),
    seq: column.int(1, 1_000),
    payWay: column.text(40),
    amount: column.money(),
    tendered: column.money(),
    change: column.money(),
    reference: column.text(200),
  },
  { ...ofBill, key: ['billId', 'seq'] },
);
