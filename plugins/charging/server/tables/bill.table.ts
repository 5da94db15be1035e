import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Menu whose data schemes narrow bills, closings, and prescriptions at the desk. */
export const CHARGING_MENU = 'his.charging';

/** Bills and refunds; added to and never changed. */
export const billTable = defineTable(
  'charging.bill',
  {
    id: column.id(),
    billNo: column.text(64),
    kind: column.choice('charge', 'refund'),
    /** `desk`: made by a call that is in the audit log; `demo`: made when the demo data was loaded. */
    origin: column.choice('desk', 'demo'),
    orgId: column.org(),
    patientId: column.id(),
    patientName: column.text(200),
    patientSex: column.int(-9, 99),
    patientAge: column.int(-1_000, 10_000),
    outpatientCode: column.text(100),
    reimWay: column.text(64),
    /** `0`: not settled through insurance. */
    medInsMark: column.text(64),
    diagnosis: column.json<readonly { readonly code: string; readonly name: string }[]>(),
    total: column.money(),
    west: column.money(),
    diagTreat: column.money(),
    assay: column.money(),
    consumables: column.money(),
    other: column.money(),
    chargedAt: column.instant(),
    businessDay: column.day(),
    cashierId: column.id(),
    cashierName: column.text(200),
    /** The bill that a refund takes back. */
    reversesId: column.ref('charging.bill').nullable(),
    reason: column.text(1_000),
    searchGrams: column.grams('patientName', 'outpatientCode', 'billNo'),
    /** Lines of this bill. */
    lineCount: column.int(0, 1_000_000),
    /** On a refund: nothing of its bill is left. */
    takesLast: column.flag(),
  },
  {
    rowsStay: true,
    menu: CHARGING_MENU,
    dataFields: {
      creatorUserId: { column: 'cashierId', type: 'User' },
      orgId: { column: 'orgId', type: 'Organize' },
      reimWay: { column: 'reimWay', type: 'String' },
      dpDate: { column: 'chargedAt', type: 'DateTime' },
      totalPrice: { column: 'total', type: 'Double' },
      // What is at the desk has it: "payStatus equal 0" shows all that waits, and no bill.
      payStatus: { column: null, type: 'Int32' },
    },
    unique: { bill_org_id_bill_no_key: ['orgId', 'billNo'] },
  },
);
export interface BillStored extends StoredOf<typeof billTable> {}
export type BillKind = BillStored['kind'];
