import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { HEIGHT_CM, MAX_ALLERGIES, MAX_ALLERGY, MAX_NAME, MAX_NOTE, URINE_ML } from './limits.ts';
import { dialysisMode } from './modes.ts';
import {
  ACCESS_EVENTS,
  ACCESS_STATES,
  accessBody,
  BLOOD_GROUPS,
  CAUSES,
  COMORBIDITIES,
  CONSENT_DECISIONS,
  CONSENT_KINDS,
  DEATH_CAUSES,
  day,
  id,
  nullable,
  OUTCOMES,
  oneOf,
  patternBody,
  prescriptionContent,
  text,
  version,
  WEIGHT_METHODS,
  zone,
} from './parts.schema.ts';
import { CONSENT_STATES, consentLack } from './consent/consents.ts';
import { MARKERS } from './rules/markers.ts';

/** What is written of somebody on dialysis beside the patient file. */
export const fileBody = Type.Object({
  firstDialysisOn: nullable(day),
  firstHereOn: nullable(day),
  cause: oneOf(CAUSES),
  causeNote: text(MAX_NAME),
  /** ml in 24 hours. */
  residualUrine: nullable(Type.Integer({ minimum: URINE_ML.min, maximum: URINE_ML.max })),
  comorbidities: Type.Array(oneOf(COMORBIDITIES), { maxItems: COMORBIDITIES.length, uniqueItems: true }),
  bloodGroup: oneOf(BLOOD_GROUPS),
  heightCm: nullable(Type.Integer({ minimum: HEIGHT_CM.min, maximum: HEIGHT_CM.max })),
  nurseId: nullable(id),
  doctorId: nullable(id),
  transient: Type.Boolean(),
  dialyserAllergies: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ALLERGY }), { maxItems: MAX_ALLERGIES, uniqueItems: true }),
  note: text(MAX_NOTE),
});
export type FileBody = Static<typeof fileBody>;

const serologyState = oneOf(['ok', 'soon', 'overdue', 'missing'] as const);
const who = { byName: Type.String(), at: Type.Integer() };

export const patternView = Type.Object({ ...patternBody.properties, patternId: id, to: nullable(day), version: Type.Integer(), ...who, reason: Type.String() });
export type PatternView = Static<typeof patternView>;

export const prescriptionView = Type.Object({
  ...prescriptionContent.properties,
  prescriptionId: id,
  versionNo: Type.Integer(),
  state: oneOf(['draft', 'signed', 'replaced'] as const),
  proposedByName: Type.String(),
  proposedAt: Type.Integer(),
  signedByName: Type.String(),
  signedAt: nullable(Type.Integer()),
  replacedAt: nullable(Type.Integer()),
  version: Type.Integer(),
});
export type PrescriptionView = Static<typeof prescriptionView>;

export const dryWeightView = Type.Object({
  dryWeightId: id,
  kg: Type.Number(),
  from: day,
  reviewOn: day,
  method: oneOf(WEIGHT_METHODS),
  reason: Type.String(),
  ...who,
});
export type DryWeightView = Static<typeof dryWeightView>;

export const accessEventView = Type.Object({ eventId: id, kind: oneOf(ACCESS_EVENTS), on: day, note: Type.String(), ...who });
export const accessView = Type.Object({
  ...accessBody.properties,
  accessId: id,
  state: oneOf(ACCESS_STATES),
  endOn: nullable(day),
  endReason: Type.String(),
  version: Type.Integer(),
  events: Type.Array(accessEventView),
});
export type AccessView = Static<typeof accessView>;

export const resultView = Type.Object({
  resultId: id,
  marker: oneOf(MARKERS),
  result: oneOf(['negative', 'positive', 'pending'] as const),
  on: day,
  titre: nullable(Type.Integer()),
  note: Type.String(),
  ...who,
});
export type ResultView = Static<typeof resultView>;

/** A scan of a consent; read through `consentFile` alone. Size in bytes. */
export const consentFile = Type.Object({ fileId: id, name: Type.String(), size: Type.Integer(), contentType: Type.String() });
export type ConsentFile = Static<typeof consentFile>;

export const consentFormView = Type.Object({ kind: oneOf(CONSENT_KINDS), versionNo: Type.String(), from: day, to: nullable(day) });

export const consentView = Type.Object({
  consentId: id,
  kind: oneOf(CONSENT_KINDS),
  modes: Type.Array(dialysisMode),
  signedOn: day,
  signer: Type.String(),
  decision: oneOf(CONSENT_DECISIONS),
  refusedReason: Type.String(),
  formVersion: Type.String(),
  validTo: nullable(day),
  files: Type.Array(consentFile),
  state: oneOf(CONSENT_STATES),
  withdrawnOn: nullable(day),
  withdrawnReason: Type.String(),
  version: Type.Integer(),
  ...who,
});
export type ConsentView = Static<typeof consentView>;

export const dueView = Type.Object({ marker: oneOf(MARKERS), lastOn: nullable(day), dueOn: day, state: serologyState, rule: Type.String() });

const zoneView = Type.Object({
  /** Where the patient belongs: that of the override, else the one worked out. */
  zone,
  worked: zone,
  infections: Type.Array(Type.String()),
  marks: Type.Array(Type.String()),
  waitingFor: Type.Array(Type.String()),
  observedUntil: nullable(day),
  override: nullable(Type.Object({ zone, reason: Type.String(), ...who })),
});

export const outcomeView = Type.Object({ kind: oneOf(OUTCOMES), on: day, cause: oneOf(DEATH_CAUSES), note: Type.String(), ...who });
export type OutcomeView = Static<typeof outcomeView>;

const person = {
  patientId: id,
  patientName: Type.String(),
  patientSex: Type.Integer(),
  patientAge: Type.Integer(),
  dialysisNo: Type.String(),
};

/** Everything that the file of one patient says. */
export const wholeFile = Type.Object({
  ...person,
  orgId: Type.String(),
  today: day,
  ...fileBody.properties,
  nurseName: Type.String(),
  doctorName: Type.String(),
  version,
  zone: zoneView,
  serology: Type.Object({ state: serologyState, dueOn: nullable(day), dues: Type.Array(dueView) }),
  patterns: Type.Array(patternView),
  prescriptions: Type.Array(prescriptionView),
  dryWeights: Type.Array(dryWeightView),
  /** Of the last one. */
  dryWeightOverdue: Type.Boolean(),
  accesses: Type.Array(accessView),
  results: Type.Array(resultView),
  consents: Type.Array(consentView),
  consentsLacking: Type.Array(consentLack),
  /** Texts of the facility that consents may name, the newest first. */
  consentForms: Type.Array(consentFormView),
  outcome: nullable(outcomeView),
  /** Limits that forms warn by. */
  dryWeightStepPercent: Type.Number(),
});
export type WholeFile = Static<typeof wholeFile>;

/** One patient in the list. */
export const fileRow = Type.Object({
  ...person,
  orgId: Type.String(),
  transient: Type.Boolean(),
  zone,
  zoneOverridden: Type.Boolean(),
  infections: Type.Array(Type.String()),
  serology: serologyState,
  serologyDueOn: nullable(day),
  mode: nullable(dialysisMode),
  /** A proposal waits for a signature. */
  hasDraft: Type.Boolean(),
  /** In force today, or the next one. */
  pattern: nullable(patternView),
  dryWeight: nullable(Type.Object({ kg: Type.Number(), reviewOn: day, overdue: Type.Boolean() })),
  access: nullable(Type.Object({ kind: accessBody.properties.kind, side: accessBody.properties.side, site: Type.String() })),
  outcome: nullable(Type.Object({ kind: oneOf(OUTCOMES), on: day })),
  consentsLacking: Type.Array(consentLack),
});
export type FileRow = Static<typeof fileRow>;

/** What is open with somebody: filters of the list. */
export const FILE_FILTERS = ['', 'markers', 'dry-weight', 'prescription', 'pattern', 'access', 'draft', 'consent'] as const;
export type FileFilter = (typeof FILE_FILTERS)[number];

export const historyRow = Type.Object({
  changeId: id,
  act: Type.String(),
  /** What a sentence of the page names. */
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  reason: Type.String(),
  ...who,
});
export type HistoryRow = Static<typeof historyRow>;
