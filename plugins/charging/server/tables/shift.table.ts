import { column, defineTable, ownedBy, type StoredOf } from '@nephra/plugin-sdk/server';
import { CHARGING_MENU } from './bill.table.ts';
import { MAX_REASON } from '../../contract/limits.ts';

/** Closings of a cashier's drawer; added to and never changed. */
export const shiftTable = defineTable(
  'charging.shift',
  {
    id: column.id(),
    /** Order of writing, whatever the clock said; given by the database. */
    seq: column.int(1, 9_000_000_000_000_000),
    shiftNo: column.text(64),
    origin: column.choice('desk', 'demo'),
    orgId: column.org(),
    cashierId: column.id(),
    cashierName: column.text(200),
    openedAt: column.instant(),
    closedAt: column.instant(),
    businessDay: column.day(),
    chargeCount: column.int(0, 1_000_000_000),
    refundCount: column.int(0, 1_000_000_000),
    charged: column.money(),
    refunded: column.money(),
    firstBillNo: column.text(64),
    lastBillNo: column.text(64),
    firstRefundNo: column.text(64),
    lastRefundNo: column.text(64),
    cashExpected: column.money(),
    cashCounted: column.money(),
    differenceReason: column.text(MAX_REASON),
  },
  {
    rowsStay: true,
    menu: CHARGING_MENU,
    // Whose they are is all that a scheme can say of them.
    dataFields: {
      creatorUserId: { column: 'cashierId', type: 'User' },
      orgId: { column: 'orgId', type: 'Organize' },
      reimWay: { column: null, type: 'String' },
      dpDate: { column: 'closedAt', type: 'DateTime' },
      totalPrice: { column: null, type: 'Double' },
      payStatus: { column: null, type: 'Int32' },
    },
    unique: { shift_org_id_shift_no_key: ['orgId', 'shiftNo'] },
  },
);
export interface ShiftStored extends StoredOf<typeof shiftTable> {}

const ofShift = { rowsStay: true, scope: ownedBy(shiftTable, 'shift_id') } as const;

/** What a closing holds by way to pay. */
export const shiftWayTable = defineTable(
  'charging.shift_way',
  {
    shiftId: column.ref('charging.shift'),
    payWay: column.text(40),
    charged: column.money(),
    /** Zero or negative. */
    refunded: column.money(),
    count: column.int(0, 1_000_000_000),
  },
  { ...ofShift, key: ['shiftId', 'payWay'] },
);

/** Bills that a closing took. */
export const shiftBillTable = defineTable(
  'charging.shift_bill',
  { billId: column.ref('charging.bill'), shiftId: column.ref('charging.shift') },
  { ...ofShift, key: ['billId'] },
);
