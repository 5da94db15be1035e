import { type Static, Type } from '@nephra/plugin-sdk/contract';

export const dpId = Type.String({ minLength: 1, maxLength: 64 });

/** Where a prescription stands for the pharmacy: to review (rxStatus 1), to pick (2), to dispense (3), and what is behind. */
export const stage = Type.Union([
  Type.Literal('open'),
  Type.Literal('review'),
  Type.Literal('pick'),
  Type.Literal('dispense'),
  Type.Literal('done'),
  Type.Literal('returned'),
  Type.Literal('refused'),
]);
export type Stage = Static<typeof stage>;

/** Acts of UpdateState. */
export const action = Type.Union([
  Type.Literal('review'),
  Type.Literal('refuse'),
  Type.Literal('pick'),
  Type.Literal('unpick'),
  Type.Literal('dispense'),
  Type.Literal('return'),
]);

/** A prescription in the pharmacy's queue. Times are milliseconds, amounts yuan. */
export const queueRow = Type.Object({
  dpId: Type.String(),
  dpNumber: Type.String(),
  dpDate: Type.Integer(),
  orgId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  patientSex: Type.Integer(),
  patientAge: Type.Integer(),
  patientType: Type.String(),
  outpatientCode: Type.String(),
  reimWay: Type.String(),
  workerName: Type.String(),
  rxPrice: Type.Number(),
  payStatus: Type.Integer(),
  rxStatus: Type.Integer(),
  version: Type.Integer(),
});
export type QueueRow = Static<typeof queueRow>;

/** A line that the pharmacy hands out; drugType in dispensing's own words: 药品(西药), 药品(中成药), 耗材. */
export const dispensingLine = Type.Object({
  detailId: Type.String(),
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugForm: Type.String(),
  drugType: Type.String(),
  onceUsing: Type.Number(),
  onceUsingUnit: Type.String(),
  drugUsage: Type.String(),
  drugInterval: Type.String(),
  drugDays: Type.Integer(),
  drugNum: Type.Number(),
  drugNumUnit: Type.String(),
  /** The same amount in preparation units, the unit of the lots. */
  prepNum: Type.Number(),
  preparaUnit: Type.String(),
  price: Type.Number(),
  subTotal: Type.Number(),
  isGroup: Type.Integer(),
  remark: Type.String(),
  /** False when the catalogue says that no stock is kept: such a line is handed out without a lot. */
  stockKept: Type.Boolean(),
  /** Preparation units of usable lots that nobody has reserved. */
  availableNum: Type.Number(),
});
export type DispensingLine = Static<typeof dispensingLine>;

/** A line's share of one lot: proposed before picking, reserved after it, then handed out and perhaps returned. Preparation units. */
export const dispensingLot = Type.Object({
  /** Empty while only proposed. */
  allocationId: Type.String(),
  detailId: Type.String(),
  drugId: Type.String(),
  drugName: Type.String(),
  drugType: Type.String(),
  lotId: Type.String(),
  lotNo: Type.String(),
  expiresOn: Type.String(),
  location: Type.String(),
  unit: Type.String(),
  quantity: Type.Number(),
  taken: Type.Number(),
  returned: Type.Number(),
});
export type DispensingLot = Static<typeof dispensingLot>;

export const dispensingStep = Type.Object({
  action,
  operatorId: Type.String(),
  operatorName: Type.String(),
  actTime: Type.Integer(),
  reason: Type.String(),
});

/** Everything the pharmacist needs to dispense one prescription (spec 3, dispensingInfo). */
export const dispensingInfo = Type.Object({
  dpId: Type.String(),
  dpNumber: Type.String(),
  dpDate: Type.Integer(),
  patientId: Type.String(),
  patientName: Type.String(),
  patientSex: Type.Integer(),
  patientAge: Type.Integer(),
  /** Masked. */
  patientIdcard: Type.String(),
  outpatientCode: Type.String(),
  reimWay: Type.String(),
  rxPrice: Type.Number(),
  payStatus: Type.Integer(),
  rxStatus: Type.Integer(),
  /** True when a line is given by injection or infusion. */
  injection: Type.Boolean(),
  workerName: Type.String(),
  diagnosis: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  allergies: Type.Array(Type.String()),
  infectedHistory: Type.Array(Type.String()),
  version: Type.Integer(),
  /** Lines whose drugType contains 药品 or 耗材 (spec 5). */
  prescriptionDetailList: Type.Array(dispensingLine),
  /** Their lots. */
  drugDetailList: Type.Array(dispensingLot),
  /** Lines that usable stock does not cover, with what is missing in preparation units. */
  shortageList: Type.Array(Type.Object({ detailId: Type.String(), drugName: Type.String(), missing: Type.Number(), unit: Type.String() })),
  stepList: Type.Array(dispensingStep),
  /** Acts that are open now; the caller's buttons decide which of them may be used. */
  actionList: Type.Array(action),
});
export type DispensingInfo = Static<typeof dispensingInfo>;

export const updateStateBody = Type.Object({
  dpId,
  action,
  /** Version that the page shows; an older one is refused. */
  version: Type.Integer(),
  /** Needed for `refuse`. */
  reason: Type.Optional(Type.String({ maxLength: 200 })),
  /** Only for `return`: preparation units per share, and what the page shows as returned before; another figure is refused. */
  returns: Type.Optional(
    Type.Array(
      Type.Object({
        allocationId: Type.String({ maxLength: 64 }),
        quantity: Type.Number({ minimum: 0, maximum: 1_000_000 }),
        returned: Type.Number({ minimum: 0, maximum: 1_000_000 }),
      }),
      { maxItems: 200 },
    ),
  ),
});
export type UpdateStateBody = Static<typeof updateStateBody>;

export const expiryLevel = Type.Union([Type.Literal('expired'), Type.Literal('near'), Type.Literal('soon'), Type.Literal('fine')]);
export const itemKind = Type.Union([Type.Literal('drug'), Type.Literal('material')]);

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
  /** Yuan per stock unit, 4 decimals. */
  cost: Type.Number(),
  onHand: Type.Number(),
  reserved: Type.Number(),
  available: Type.Number(),
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
  /** Yuan: Σ on hand at cost, half up per lot. */
  costPrice: Type.Number(),
});

export const movementKind = Type.Union([Type.Literal('receive'), Type.Literal('dispense'), Type.Literal('return')]);

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
  dpNumber: Type.String(),
  patientName: Type.String(),
  operatorName: Type.String(),
  moveTime: Type.Integer(),
  note: Type.String(),
});
export type MovementRow = Static<typeof movementRow>;

export const movementTotal = Type.Object({ received: Type.Number(), dispensed: Type.Number(), returned: Type.Number(), net: Type.Number() });

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

export const receiveBody = Type.Object({
  drugId: Type.String({ minLength: 1, maxLength: 64 }),
  lotNo: Type.String({ minLength: 1, maxLength: 60 }),
  expiresOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  /** Stock units (boxes). */
  quantity: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  /** Yuan per stock unit. */
  cost: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  location: Type.String({ maxLength: 40 }),
  note: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ReceiveBody = Static<typeof receiveBody>;
