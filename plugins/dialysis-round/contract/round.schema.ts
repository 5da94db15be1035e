import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { AGENTS, DRY_WEIGHT_KG, type HeldTreatment, type PrescriptionContent, type RoundFacts, WEIGHT_METHODS } from '../../dialysis-file/contract/index.ts';
import { LAB_TESTS } from './labs.ts';
import { MAX_DOSE, MAX_EVERY_DAYS, MAX_REASON, MAX_TEXT, MAX_TITLE } from './limits.ts';
import { PROBLEM_CODES, SEVERITIES } from './problem.ts';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const oneOf = <T extends string | number>(values: readonly T[]) => Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
export const text = (max: number) => Type.String({ maxLength: max });
export const idText = Type.String({ minLength: 1, maxLength: 64 });
export const dayText = Type.String({ pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$', format: 'date' });
export const reasonText = Type.String({ minLength: 2, maxLength: MAX_REASON, pattern: '\\S' });
export const version = Type.Integer({ minimum: 1 });
const moment = Type.Integer();

export const problemWire = Type.Object({
  code: oneOf(PROBLEM_CODES),
  severity: oneOf(SEVERITIES),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});

/** A patient of the day. Weights kg, volumes ml, pressures mmHg, moments milliseconds. */
export const roundRow = Type.Object({
  slotId: Type.String(),
  /** Empty: nobody was checked in. */
  sessionId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  sex: Type.Integer(),
  age: Type.Integer(),
  stationCode: Type.String(),
  shiftId: Type.String(),
  /** Where the patient belongs. */
  zone: Type.String(),
  mode: Type.String(),
  state: Type.Integer(),
  confirmedAt: nullable(moment),
  preWeight: nullable(Type.Number()),
  dryWeight: nullable(Type.Number()),
  pressure: Type.String(),
  /** ml/kg/h of what is, or would be, confirmed. */
  ufRate: nullable(Type.Number()),
  problems: Type.Array(problemWire),
});
export type RoundRow = Static<typeof roundRow>;

const shift = Type.Object({ shiftId: Type.String(), name: Type.String(), startTime: Type.String(), endTime: Type.String() });
export const worklistReply = Type.Object({
  date: Type.String(),
  now: moment,
  shifts: Type.Array(shift),
  /** Shifts in which whoever looks is a doctor on duty; empty: none is planned. */
  myShiftIds: Type.Array(Type.String()),
  list: Type.Array(roundRow),
  /** What waits for a signature in the facility. */
  waiting: Type.Integer(),
});
export type WorklistReply = Static<typeof worklistReply>;

export const VOLUMES = ['', 'fine', 'over', 'under'] as const;
export const PRESSURES = ['', 'controlled', 'high', 'low', 'unstable'] as const;
export const ACCESS_STATES = ['', 'good', 'problem'] as const;
export const ADEQUACIES = ['', 'enough', 'low'] as const;

/** What a doctor saw and decided. */
export const noteContent = Type.Object({
  complaint: text(MAX_TEXT),
  volume: oneOf(VOLUMES),
  pressure: oneOf(PRESSURES),
  access: oneOf(ACCESS_STATES),
  adequacy: oneOf(ADEQUACIES),
  findings: text(MAX_TEXT),
  plan: Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S' }),
});
export type NoteContent = Static<typeof noteContent>;

export const noteView = Type.Object({
  noteId: Type.String(),
  patientId: Type.String(),
  sessionId: Type.String(),
  day: Type.String(),
  content: noteContent,
  authorName: Type.String(),
  writtenAt: moment,
  /** Null: it waits for a signature. */
  signedAt: nullable(moment),
  signedByName: Type.String(),
  /** The note that it takes the place of, and why; empty: none. */
  corrects: Type.String(),
  reason: Type.String(),
  /** The note that took its place. */
  correctedBy: Type.String(),
  version: Type.Integer(),
});
export type NoteView = Static<typeof noteView>;

export const dryWeightProposal = Type.Object({
  kg: Type.Number({ minimum: DRY_WEIGHT_KG.min, maximum: DRY_WEIGHT_KG.max }),
  from: dayText,
  method: oneOf(WEIGHT_METHODS),
  reason: reasonText,
});
export type DryWeightProposal = Static<typeof dryWeightProposal>;

const TIMINGS = ['before', 'during', 'after', 'any'] as const;
export const orderProposal = Type.Object({
  once: Type.Boolean(),
  /** 0: at each treatment; else days from the last time it was given. */
  everyDays: Type.Integer({ minimum: 0, maximum: MAX_EVERY_DAYS }),
  timing: oneOf(TIMINGS),
  title: Type.String({ minLength: 1, maxLength: MAX_TITLE, pattern: '\\S' }),
  dose: Type.String({ minLength: 1, maxLength: MAX_DOSE, pattern: '\\S' }),
  highRisk: Type.Boolean(),
});
export type OrderProposal = Static<typeof orderProposal>;

/** Proposed by a nurse, or told by mouth; a doctor signs it or declines. */
export const proposalBody = Type.Object({ patientId: idText, dryWeight: nullable(dryWeightProposal), order: nullable(orderProposal) });

const waitingHead = {
  id: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  byName: Type.String(),
  at: moment,
  version: Type.Integer(),
};
const prescriptionContent = Type.Unsafe<PrescriptionContent>(Type.Unknown());
/** Something that waits for a doctor; one of the four parts is there. */
export const waitingItem = Type.Object({
  ...waitingHead,
  kind: oneOf(['prescription', 'dry-weight', 'order', 'note'] as const),
  prescription: nullable(prescriptionContent),
  /** What is in force beside it. */
  standing: nullable(prescriptionContent),
  dryWeight: nullable(dryWeightProposal),
  dryWeightNow: nullable(Type.Number()),
  order: nullable(orderProposal),
  note: nullable(noteContent),
});
export type WaitingItem = Static<typeof waitingItem>;

export const labView = Type.Object({
  labId: Type.String(),
  test: oneOf(LAB_TESTS),
  on: Type.String(),
  value: Type.Number(),
  byName: Type.String(),
  /** Another file of the person, merged into this one, has another value of the test and the day; both are told. */
  differs: Type.Boolean(),
});
export type LabView = Static<typeof labView>;

const heldWire = Type.Unsafe<HeldTreatment>(Type.Unknown());
const factsWire = Type.Unsafe<RoundFacts>(Type.Unknown());

/** Somebody on the round, with what a doctor acts on. */
export const roundPatient = Type.Object({
  patientId: Type.String(),
  patientName: Type.String(),
  sex: Type.Integer(),
  age: Type.Integer(),
  code: Type.String(),
  allergies: Type.Array(Type.String()),
  today: Type.String(),
  /** Null: there is no dialysis file. */
  facts: nullable(factsWire),
  /** Per cent of the dry weight from which a change is asked about. */
  dryWeightStepPercent: Type.Number(),
  /** The last ones, newest first. */
  treatments: Type.Array(heldWire),
  notes: Type.Array(noteView),
  waiting: Type.Array(waitingItem),
  /** The last value of each test. */
  labs: Type.Array(labView),
});
export type RoundPatient = Static<typeof roundPatient>;
export { AGENTS, TIMINGS, WEIGHT_METHODS };
