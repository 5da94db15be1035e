import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_INVOICE_NO, MAX_LOCATION, MAX_LOT_NO, MAX_NOTE, MAX_PIECES, MAX_RECEIPT_LINES, MAX_SUPPLIER } from './limits.ts';

export const expiryLevel = Type.Enum(['expired', 'near', 'soon', 'fine']);
export const itemKind = Type.Enum(['drug', 'material']);

/** One lot. Quantities in preparation units. */
export const lotRow = Type.Object({
  lotId: Type.String(),
  orgId: Type.String(),
  kind: itemKind,
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugChangjia: Type.String(),
  lotNo: Type.String(),
  /** `YYYY-MM-DD`. */
  expiresOn: Type.String(),
  daysLeft: Type.Integer(),
  level: expiryLevel,
  location: Type.String(),
  unit: Type.String(),
  stockUnit: Type.String(),
  stockDmin: Type.Number(),
  /** Yuan per stock unit, 4 decimals; missing for callers without the column code `cost`. */
  cost: Type.Optional(Type.Number()),
  /** Everything that lies there, expired or not. */
  onHand: Type.Number(),
  reserved: Type.Number(),
  /** What can be promised today: nothing of an expired or blocked lot. */
  available: Type.Number(),
  /** On hand and promised to nobody, usable or not: what a correction may take away. */
  unreserved: Type.Number(),
  /** On hand of an expired lot, which waits to be destroyed; 0 until then. */
  awaitingDisposal: Type.Number(),
  frozen: Type.Boolean(),
  frozenReason: Type.String(),
  version: Type.Integer(),
});
export type LotRow = Static<typeof lotRow>;

export const stockTotal = Type.Object({
  lots: Type.Integer(),
  expired: Type.Integer(),
  near: Type.Integer(),
  soon: Type.Integer(),
  frozen: Type.Integer(),
  /** Yuan: Σ on hand of lots that are not expired, at cost, half up per lot; missing like `cost`. */
  costPrice: Type.Optional(Type.Number()),
  /** The same of expired lots, which wait to be destroyed. */
  expiredPrice: Type.Optional(Type.Number()),
});

export type StockTotal = Static<typeof stockTotal>;

export const movementKind = Type.Enum(['receive', 'dispense', 'return', 'adjust', 'count', 'use', 'unuse']);

/** Why stock is put right: lost, broken, destroyed (expired goods), taken by a ward, found. Only `found` adds. */
export const adjustReason = Type.Enum(['loss', 'breakage', 'destroyed', 'ward', 'found']);

/** One row of the stock ledger; rows are added, never changed. */
export const movementRow = Type.Object({
  movementId: Type.String(),
  lotId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  lotNo: Type.String(),
  unit: Type.String(),
  kind: movementKind,
  /** Signed. */
  quantity: Type.Number(),
  /** On hand after this row. */
  balance: Type.Number(),
  /** Of the prescription; this and the name are empty for callers who do not see it. */
  dpNumber: Type.String(),
  patientName: Type.String(),
  operatorName: Type.String(),
  moveTime: Type.Integer(),
  note: Type.String(),
  /** Of an adjustment: see `adjustReason`; else empty. */
  reason: Type.String(),
  /** Number of the goods-received note or count sheet; else empty. */
  documentNo: Type.String(),
});
export type MovementRow = Static<typeof movementRow>;

/** received - dispensed + returned + corrected = net, over everything that the filter finds. */
export const movementTotal = Type.Object({
  received: Type.Number(),
  dispensed: Type.Number(),
  returned: Type.Number(),
  /** Adjustments and counts, signed. */
  corrected: Type.Number(),
  net: Type.Number(),
});

/** An item that may be received into stock. */
export const stockItem = Type.Object({
  drugId: Type.String(),
  kind: itemKind,
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugChangjia: Type.String(),
  preparaUnit: Type.String(),
  stockUnit: Type.String(),
  stockDmin: Type.Number(),
});
export type StockItem = Static<typeof stockItem>;

export const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
export const stockId = Type.String({ minLength: 1, maxLength: 64 });
const boxes = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 });
const pieces = Type.Number({ minimum: 0, maximum: MAX_PIECES });

/** One line of goods that arrive. */
export const receiptLineBody = Type.Object({
  drugId: stockId,
  lotNo: Type.String({ minLength: 1, maxLength: MAX_LOT_NO }),
  expiresOn: day,
  /** Stock units (boxes). */
  quantity: boxes,
  /** Yuan per stock unit. */
  cost: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  location: Type.String({ maxLength: MAX_LOCATION }),
});
export type ReceiptLineBody = Static<typeof receiptLineBody>;

/** A goods-received note: one delivery of one supplier. */
export const receiptBody = Type.Object({
  supplier: Type.String({ minLength: 1, maxLength: MAX_SUPPLIER }),
  invoiceNo: Type.String({ maxLength: MAX_INVOICE_NO }),
  note: Type.String({ maxLength: MAX_NOTE }),
  lines: Type.Array(receiptLineBody, { minItems: 1, maxItems: MAX_RECEIPT_LINES }),
});
export type ReceiptBody = Static<typeof receiptBody>;

export const receiptRow = Type.Object({
  receiptId: Type.String(),
  receiptNo: Type.String(),
  supplier: Type.String(),
  invoiceNo: Type.String(),
  note: Type.String(),
  lineCount: Type.Integer(),
  /** Yuan; missing, like what each line cost, for callers without the column code `cost`. */
  totalPrice: Type.Optional(Type.Number()),
  operatorName: Type.String(),
  receiveTime: Type.Integer(),
});
export type ReceiptRow = Static<typeof receiptRow>;

export const receiptInfo = Type.Object({
  ...receiptRow.properties,
  lines: Type.Array(
    Type.Object({
      lineNo: Type.Integer(),
      lotId: Type.String(),
      drugName: Type.String(),
      drugSpec: Type.String(),
      lotNo: Type.String(),
      expiresOn: Type.String(),
      location: Type.String(),
      quantity: Type.Number(),
      stockUnit: Type.String(),
      /** The same in preparation units. */
      pieces: Type.Number(),
      unit: Type.String(),
      cost: Type.Optional(Type.Number()),
      amount: Type.Optional(Type.Number()),
    }),
  ),
});
export type ReceiptInfo = Static<typeof receiptInfo>;

export const adjustBody = Type.Object({
  reason: adjustReason,
  /** Preparation units, without a sign: the reason tells which way. */
  quantity: Type.Number({ exclusiveMinimum: 0, maximum: MAX_PIECES }),
  note: Type.String({ minLength: 1, maxLength: MAX_NOTE }),
  /** Version of the lot that the page shows. */
  version: Type.Integer(),
});
export type AdjustBody = Static<typeof adjustBody>;

/** Stock of one item over all its lots, against what the pharmacy wants of it. Preparation units. */
export const itemStock = Type.Object({
  drugId: Type.String(),
  kind: itemKind,
  drugName: Type.String(),
  drugSpec: Type.String(),
  unit: Type.String(),
  stockUnit: Type.String(),
  stockDmin: Type.Number(),
  /** Everything that lies there, expired or not. */
  onHand: Type.Number(),
  /** Of that in expired lots, which wait to be destroyed. */
  awaitingDisposal: Type.Number(),
  reserved: Type.Number(),
  /** Usable today: not expired, not blocked, not reserved. */
  available: Type.Number(),
  /** 0 = no warning. */
  minimum: Type.Number(),
  low: Type.Boolean(),
  traceRequired: Type.Boolean(),
  lots: Type.Integer(),
  /** `YYYY-MM-DD` of the usable lot that expires first. */
  nearestExpiry: Type.Union([Type.String(), Type.Null()]),
  version: Type.Integer(),
});
export type ItemStock = Static<typeof itemStock>;

export const itemSettingBody = Type.Object({
  /** Preparation units. */
  minimum: pieces,
  traceRequired: Type.Boolean(),
  version: Type.Integer(),
});
export type ItemSettingBody = Static<typeof itemSettingBody>;

/** What needs a look: items below their minimum, and lots that expire. */
export const stockWarnings = Type.Object({
  low: Type.Integer(),
  expired: Type.Integer(),
  near: Type.Integer(),
});
export type StockWarnings = Static<typeof stockWarnings>;

/** One day of an item; opening + Σ(into - out + corrected) = last balance. Preparation units. */
export const stockDay = Type.Object({
  day: Type.String(),
  into: Type.Number(),
  out: Type.Number(),
  corrected: Type.Number(),
  balance: Type.Number(),
});
export const itemHistory = Type.Object({
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  unit: Type.String(),
  minimum: Type.Number(),
  opening: Type.Number(),
  days: Type.Array(stockDay),
});
export type ItemHistory = Static<typeof itemHistory>;

/** Does the ledger explain every figure? `faultList` is empty when it does. */
export const ledgerCheck = Type.Object({
  lots: Type.Integer(),
  movements: Type.Integer(),
  faultList: Type.Array(
    Type.Object({
      lotId: Type.String(),
      drugName: Type.String(),
      lotNo: Type.String(),
      unit: Type.String(),
      onHand: Type.Number(),
      /** What the ledger adds up to. */
      ledger: Type.Number(),
      reserved: Type.Number(),
      /** What open promises add up to. */
      promised: Type.Number(),
    }),
  ),
});
export type LedgerCheck = Static<typeof ledgerCheck>;

export const countBasis = Type.Enum(['paper', 'shelf']);
export const countState = Type.Enum(['open', 'posted', 'dropped']);

export const countRow = Type.Object({
  countId: Type.String(),
  countNo: Type.String(),
  basis: countBasis,
  scope: Type.String(),
  state: countState,
  note: Type.String(),
  lineCount: Type.Integer(),
  countedCount: Type.Integer(),
  /** Lines that differ. */
  differenceCount: Type.Integer(),
  openedByName: Type.String(),
  openTime: Type.Integer(),
  closedByName: Type.String(),
  closeTime: Type.Union([Type.Integer(), Type.Null()]),
  version: Type.Integer(),
});
export type CountRow = Static<typeof countRow>;

export const countLine = Type.Object({
  lotId: Type.String(),
  lineNo: Type.Integer(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  lotNo: Type.String(),
  expiresOn: Type.String(),
  location: Type.String(),
  unit: Type.String(),
  /** On hand when the sheet was made, and now. */
  snapshot: Type.Number(),
  onHand: Type.Number(),
  counted: Type.Union([Type.Number(), Type.Null()]),
  /** On hand when the figure was typed in. */
  book: Type.Union([Type.Number(), Type.Null()]),
  /** What posting adds (or added): counted less the book figure that it is compared with. */
  difference: Type.Union([Type.Number(), Type.Null()]),
  countedByName: Type.String(),
});
export type CountLine = Static<typeof countLine>;

export const countInfo = Type.Object({ ...countRow.properties, lines: Type.Array(countLine) });
export type CountInfo = Static<typeof countInfo>;

export const openCountBody = Type.Object({
  basis: countBasis,
  /** Left out = both. */
  kind: Type.Optional(itemKind),
  /** Shelf begins with this; left out = all. */
  location: Type.Optional(Type.String({ maxLength: MAX_LOCATION })),
  note: Type.String({ maxLength: MAX_NOTE }),
});
export type OpenCountBody = Static<typeof openCountBody>;

export const countLinesBody = Type.Object({
  version: Type.Integer(),
  lines: Type.Array(Type.Object({ lotId: stockId, counted: Type.Union([pieces, Type.Null()]) }), { minItems: 1, maxItems: 500 }),
});
export type CountLinesBody = Static<typeof countLinesBody>;
