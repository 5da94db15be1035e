import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { allergyState } from '../../patient/contract/index.ts';
import { checkFinding, overrideInput } from '../../prescription/contract/index.ts';
import { MAX_REASON, MAX_SCANNED } from './limits.ts';

export const dpId = Type.String({ minLength: 1, maxLength: 64 });

/** Where a prescription stands for the pharmacy: to review (rxStatus 1), to pick (2), to dispense (3), with a rest to come (5), and what is behind. */
export const stage = Type.Enum(['open', 'review', 'pick', 'dispense', 'rest', 'done', 'returned', 'refused']);
export type Stage = Static<typeof stage>;

/** The four checks of a review; see `domain/review-checks.ts`. */
export const reviewCheck = Type.Enum(['paper', 'drug', 'compatibility', 'fitness']);

/** Acts of UpdateState. */
export const action = Type.Enum(['review', 'refuse', 'pick', 'unpick', 'dispense', 'return']);

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

/** A prescription of one patient as the pharmacy knows it. Times are milliseconds. */
export const patientRecord = Type.Object({
  dpId: Type.String(),
  dpNumber: Type.String(),
  dpDate: Type.Integer(),
  workerName: Type.String(),
  payStatus: Type.Integer(),
  rxStatus: Type.Integer(),
  /** What the pharmacy did last; empty, null and empty before it did anything. */
  action: Type.Union([action, Type.Literal('')]),
  actTime: Type.Union([Type.Integer(), Type.Null()]),
  operatorName: Type.String(),
  /** Names of what the pharmacy hands out, at most `MAX_RECORD_NAMES`; `drugCount` says how many there are. */
  drugNames: Type.Array(Type.String()),
  drugCount: Type.Integer(),
});
export type PatientRecord = Static<typeof patientRecord>;
/** Drugs of a prescription that a patient's record names. */
export const MAX_RECORD_NAMES = 6;

/** A line that the pharmacy hands out; drugType in dispensing's own words: 药品(西药), 药品(中成药), 耗材. */
export const dispensingLine = Type.Object({
  detailId: Type.String(),
  /** Place on the whole prescription, from 1: what a finding calls its line. */
  lineNo: Type.Integer(),
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugForm: Type.String(),
  drugType: Type.String(),
  /** `narcotic`, `psych1`, `psych2`, `toxic`; empty for what the law does not control. */
  controlClass: Type.String(),
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
  /** Preparation units in one pack (box). */
  packNum: Type.Number(),
  packUnit: Type.String(),
  /** True when the line is sold by the pack: it leaves in whole packs. */
  soldInPacks: Type.Boolean(),
  /** Preparation units of `prepNum` that are reserved, handed out, and back again. */
  reservedNum: Type.Number(),
  takenNum: Type.Number(),
  returnedNum: Type.Number(),
  coldChain: Type.Boolean(),
  /** The facility wants every pack of this drug scanned. */
  traceRequired: Type.Boolean(),
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
  /** Reserved and neither handed out nor put back. */
  open: Type.Number(),
  /** Preparation units in one pack of this lot. */
  packSize: Type.Number(),
  /** What may still come back, in whole packs, and why nothing may: `cold-chain`, `expired`, `loose` or empty. */
  returnable: Type.Number(),
  returnBar: Type.String(),
  /** Reserved, but its lot `expired` or is `frozen` since: it is put back and picked anew. Else empty. */
  lotBar: Type.String(),
  /** Codes of the packs that left. */
  traceList: Type.Array(Type.Object({ code: Type.String(), returned: Type.Boolean() })),
});
export type DispensingLot = Static<typeof dispensingLot>;

export const dispensingStep = Type.Object({
  action,
  operatorId: Type.String(),
  operatorName: Type.String(),
  actTime: Type.Integer(),
  reason: Type.String(),
  /** True when an act left something for later. */
  partial: Type.Boolean(),
});

/** A finding of the prescription's safety checks with its sentence in the caller's language; `override` is the reason that stands, the doctor's or a pharmacist's. */
export const dispensingFinding = Type.Intersect([checkFinding, Type.Object({ text: Type.String() })]);
export type DispensingFinding = Static<typeof dispensingFinding>;

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
  allergyState,
  /** What the safety checks say as of now, hardest first; empty once nothing is left to review or to hand out. */
  findingList: Type.Array(dispensingFinding),
  infectedHistory: Type.Array(Type.String()),
  /** Rises with every act; sent back with the next one. */
  version: Type.Integer(),
  /** True when the caller picked some of what stands ready and may therefore not hand that out (controlled drugs; setting secondPersonDispenses). */
  secondPerson: Type.Boolean(),
  /** Who picked what the caller may not hand out, else who picked last; empty before. */
  pickerName: Type.String(),
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

/** 20 digits each; another shape is refused with a sentence. */
const traceCodes = Type.Array(Type.String({ maxLength: MAX_SCANNED }), { maxItems: 500 });

export const updateStateBody = Type.Object({
  dpId,
  action,
  /** Version that the page shows; an older one is refused. */
  version: Type.Integer(),
  /** Needed for `refuse`. */
  reason: Type.Optional(Type.String({ maxLength: MAX_REASON })),
  /** Only for `review`, and needed there: all four. */
  checks: Type.Optional(Type.Array(reviewCheck, { maxItems: 4 })),
  /** Only for `review` and `dispense`: a reason for each finding of level reason that has none yet. Kept for ever. */
  overrides: Type.Optional(Type.Array(overrideInput, { maxItems: 100 })),
  /** Only for `pick`: reserve what there is when stock does not cover everything. */
  partial: Type.Optional(Type.Boolean()),
  /** Only for `dispense`: preparation units per line; left out = everything that is reserved. */
  parts: Type.Optional(
    Type.Array(Type.Object({ detailId: Type.String({ maxLength: 64 }), quantity: Type.Number({ minimum: 0, maximum: 1_000_000 }) }), { maxItems: 200 }),
  ),
  /** Only for `dispense`: codes of the packs that leave, per share. */
  traces: Type.Optional(Type.Array(Type.Object({ allocationId: Type.String({ maxLength: 64 }), codes: traceCodes }), { maxItems: 200 })),
  /** Only for `return`: preparation units per share, and what the page shows as returned before; another figure is refused. */
  returns: Type.Optional(
    Type.Array(
      Type.Object({
        allocationId: Type.String({ maxLength: 64 }),
        quantity: Type.Number({ minimum: 0, maximum: 1_000_000 }),
        returned: Type.Number({ minimum: 0, maximum: 1_000_000 }),
        /** Codes of the packs that come back; needed where they were scanned. */
        codes: Type.Optional(traceCodes),
      }),
      { maxItems: 200 },
    ),
  ),
  /** Only for `return`, and needed there: the pharmacist looked, the packs are unopened and undamaged. */
  intact: Type.Optional(Type.Boolean()),
});
export type UpdateStateBody = Static<typeof updateStateBody>;
