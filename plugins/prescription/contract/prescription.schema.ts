import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DP_TYPE, MAX_HEAD_NOTE, MAX_VISIT } from './head-limits.ts';
import { LINE_WRITTEN } from './line-content.ts';
import { catalogueKind, controlClass, drugType, MAX_LINES, readSchemas, roundingMode, sentSchemas } from '../../catalogue/contract/index.ts';
import { allergyState, diagnosisEntry, infectionMark, patientSex, patientType, reimWay } from '../../patient/contract/index.ts';
import { payStatus, rxStatus } from './states.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const text = (max: number) => Type.String({ maxLength: max });

export const dpId = Type.String({ minLength: 1, maxLength: 64 });
/** Id of the tab that holds a prescription nobody has saved yet (spec 4). */
export const NEW_PRESCRIPTION = 'newPrescription';
/** Medical category; 14 = chronic and special disease, the default (spec 9). */
export const DEFAULT_DP_TYPE = 14;

/** One line (spec 3, exact spellings). Amounts in yuan: price 4 decimals, the rest 2. */
export const prescriptionDetail = Type.Object({
  detailId: Type.String(),
  kind: catalogueKind,
  drugId: Type.String(),
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugForm: Type.String(),
  drugType,
  drugCategory: Type.String(),
  medicalInsCode: Type.String(),
  ...readSchemas(LINE_WRITTEN),
  dMin: Type.Number(),
  dMinUnit: Type.String(),
  drugDirectoryType: Type.String(),
  price: Type.Number(),
  subTotal: Type.Number(),
  stockNumber: nullable(Type.Number()),
  stockUnit: Type.String(),
  stockDmin: Type.Number(),
  drugNumber: Type.String(),
  approvalNumber: Type.String(),
  drugChangjia: Type.String(),
  limitUseSign: Type.Integer(),
  limitUseScope: Type.String(),
  preparaUnit: Type.String(),
  enableMark: Type.Integer(),
  overlmt_Amt: Type.Number(),
  preselfpay_Amt: Type.Number(),
  fulamt_Ownpay_Amt: Type.Number(),
  /** Price of one stock unit; `price` is that of one `drugNumUnit`. */
  packPrice: Type.Number(),
  rounding: roundingMode,
  splitAllowed: Type.Boolean(),
  stockKept: Type.Boolean(),
  controlClass,
  sortCode: Type.Integer(),
});
export type PrescriptionDetail = Static<typeof prescriptionDetail>;

/** A prescription without its lines. `dpDate` and times are milliseconds. */
export const prescriptionHead = Type.Object({
  dpId: nullable(Type.String()),
  dpNumber: Type.String(),
  dpType: Type.Integer(),
  dpDate: Type.Integer(),
  orgId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  patientSex,
  patientAge: Type.Integer(),
  patientType,
  outpatientCode: Type.String(),
  reimWay,
  visit: Type.String(),
  diagnosis: Type.Array(diagnosisEntry),
  infectedHistory: Type.Array(infectionMark),
  payStatus,
  rxStatus,
  /** Why the pharmacist sent it back; empty otherwise. */
  refuseReason: Type.String(),
  rxPrice: Type.Number(),
  totalPrice: Type.Number(),
  westPrice: Type.Number(),
  diagTreatPrice: Type.Number(),
  assayPrice: Type.Number(),
  /** Part of diagTreatPrice: 其他. */
  otherPrice: Type.Number(),
  /** Part of diagTreatPrice: 耗材 and 材料. */
  consumablesPrice: Type.Number(),
  preselfpayAmtTotal: Type.Number(),
  fulamtOwnpayAmtTotal: Type.Number(),
  overlmtAmtTotal: Type.Number(),
  priceType: Type.String(),
  sortCode: Type.Integer(),
  workerId: Type.String(),
  workerName: Type.String(),
  workerNo: Type.String(),
  creatorUserId: Type.String(),
  creatorUserName: Type.String(),
  checkName: Type.String(),
  sendName: Type.String(),
  note: Type.String(),
  creatorTime: Type.Integer(),
  confirmTime: nullable(Type.Integer()),
  lineCount: Type.Integer(),
  /** Grows with every change; send it back so that a stale edit is refused. */
  version: Type.Integer(),
});
export type PrescriptionHead = Static<typeof prescriptionHead>;

/** A prescription with its lines; the three lists hold `detailId`s per charge group (spec 9). */
export const prescription = Type.Intersect([
  prescriptionHead,
  Type.Object({
    /** Dialysis days of the patient (1 Monday … 7 Sunday), for counting "at each session". */
    sessionWeekdays: Type.Array(Type.Integer()),
    /** The patient's allergies, to be seen while prescribing. */
    allergies: Type.Array(Type.String()),
    allergyState,
    prescriptionDetailList: Type.Array(prescriptionDetail),
    westDetailList: Type.Array(Type.String()),
    diagTreatDetailList: Type.Array(Type.String()),
    assayDetailList: Type.Array(Type.String()),
  }),
]);
export type Prescription = Static<typeof prescription>;

/** What a person decides about a line; everything else the server takes from the catalogue and computes. */
export const detailInput = Type.Object({
  detailId: Type.Optional(text(64)),
  kind: catalogueKind,
  drugId: Type.String({ minLength: 1, maxLength: 64 }),
  ...sentSchemas(LINE_WRITTEN),
});
export type DetailInput = Static<typeof detailInput>;

/** Milliseconds up to the year 2100. */
export const moment = Type.Integer({ minimum: 0, maximum: 4_102_444_800_000 });

const headInput = {
  dpType: Type.Integer({ minimum: 1, maximum: MAX_DP_TYPE }),
  dpDate: moment,
  reimWay,
  visit: text(MAX_VISIT),
  diagnosis: Type.Array(diagnosisEntry, { maxItems: 20 }),
  infectedHistory: Type.Array(infectionMark, { maxItems: 6 }),
  note: Type.Optional(text(MAX_HEAD_NOTE)),
  prescriptionDetailList: Type.Array(detailInput, { maxItems: MAX_LINES }),
};

export const createBody = Type.Object({ ...headInput, patientId: Type.String({ minLength: 1, maxLength: 64 }) });
export const updateBody = Type.Object({ ...headInput, version: Type.Integer() });
export type CreateBody = Static<typeof createBody>;
export type UpdateBody = Static<typeof updateBody>;

/** A patient in the left list of the work area. */
export const workPatient = Type.Object({
  patientId: Type.String(),
  orgId: Type.String(),
  patientName: Type.String(),
  patientSex,
  patientAge: Type.Integer(),
  patientType,
  outpatientCode: Type.String(),
  reimWay,
  infectedHistory: Type.Array(infectionMark),
  dialysisNo: Type.String(),
  classId: Type.String(),
  bed: Type.String(),
  /** Prescriptions of the asked day, and how many of them are not confirmed yet. */
  prescriptionCount: Type.Integer(),
  draftCount: Type.Integer(),
});
export type WorkPatient = Static<typeof workPatient>;

export const diagnosisRow = Type.Object({ code: Type.String(), name: Type.String() });

/** Day or month view of charges (spec 3): both lists are linked by dpId and dpNumber. */
export const chargeView = Type.Object({
  prescriptionParentList: Type.Array(prescriptionHead),
  prescriptionDetailList: Type.Array(Type.Intersect([prescriptionDetail, Type.Object({ dpId: Type.String(), dpNumber: Type.String() })])),
});
