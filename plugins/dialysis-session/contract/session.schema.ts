import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { type AccessFacts, consentLack, type PrescriptionFacts, type Zone } from '../../dialysis-file/contract/index.ts';
import { allergyState } from '../../patient/contract/index.ts';
import { type FieldValue, type FieldValues, MAX_REASON, MIN_REASON, type Section } from './fields.ts';
import { MAX_CLIENT_ID, MAX_OVERRIDES } from './limits.ts';
import { GUARDS, SESSION_STATES } from './states.ts';

const text = (max: number) => Type.String({ maxLength: max });
export const idText = Type.String({ minLength: 1, maxLength: 64 });
export const dayText = Type.String({ pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$', format: 'date' });
/** Milliseconds; the upper bound is the year 2286. */
const moment = Type.Integer({ minimum: 0, maximum: 9_999_999_999_999 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of these values. */
export const oneOf = <T extends string | number>(values: readonly T[]) => Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
export const guardName = oneOf(GUARDS);
export const sessionState = oneOf(SESSION_STATES);

export const fieldValue = Type.Unsafe<FieldValue>(
  Type.Union([Type.Number(), Type.String({ maxLength: 1000 }), Type.Array(Type.String({ maxLength: 60 }), { maxItems: 40 }), Type.Null()]),
);
/** Fields by name; which there are, and what may stand in them, says `fields.ts`. */
export const fieldValues = Type.Unsafe<FieldValues>(Type.Record(Type.String({ maxLength: 40 }), fieldValue, { maxProperties: 60 }));

/** What every act carries, so that it may be sent twice and hours later. Milliseconds. */
export const sent = {
  /** A name of the device's own; the same act is stored once. */
  clientId: Type.String({ minLength: 1, maxLength: MAX_CLIENT_ID, pattern: '^[A-Za-z0-9-]+$' }),
  /** When it was entered and when it was sent, by the clock of the device. */
  recordedAt: moment,
  sentAt: moment,
};
/** A late entry: when it was, by the server's clock. */
export const stated = { statedAt: Type.Optional(moment) };

const reasonText = Type.String({ minLength: MIN_REASON, maxLength: MAX_REASON, pattern: '\\S' });
export const reason = { reason: reasonText };
/** Guards that whoever acts passes, each with its reason. */
export const passes = { passes: Type.Optional(Type.Array(Type.Object({ guard: guardName, reason: reasonText }), { maxItems: MAX_OVERRIDES })) };

/** What somebody wrote in a section, when and who. */
export const sectionWire = Type.Object({ version: Type.Integer(), fields: fieldValues, byId: Type.String(), byName: Type.String(), at: Type.Integer() });
export interface SectionStored {
  readonly version: number;
  readonly fields: FieldValues;
  readonly byId: string;
  readonly byName: string;
  /** Milliseconds. */
  readonly at: number;
}
export type Sections = Readonly<Partial<Record<Section, SectionStored>>>;

/** What the doctor confirmed: a copy, so that a change of the standing prescription changes no sheet. */
export interface SessionPlan {
  readonly prescription: PrescriptionFacts;
  readonly access: AccessFacts;
  readonly dryWeight: number | null;
  readonly zone: Zone;
  /** ml, of this treatment. */
  readonly ufTarget: number | null;
  /** Minutes of this treatment. */
  readonly minutes: number;
}
const planWire = Type.Unsafe<SessionPlan>(Type.Unknown());
const prescriptionWire = Type.Unsafe<PrescriptionFacts>(Type.Unknown());
const accessWire = Type.Unsafe<AccessFacts>(Type.Unknown());

export const ENTRY_KINDS = [
  'checkIn',
  'undoCheckIn',
  'section',
  'confirm',
  'check1',
  'start',
  'undoStart',
  'check2',
  'reading',
  'event',
  'adjust',
  'order',
  'end',
  'abort',
  'close',
  'reopen',
  'correct',
  'cancel',
  'absent',
  'material',
  'materialGone',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const entryWire = Type.Object({
  id: Type.String(),
  clientId: Type.String(),
  kind: oneOf(ENTRY_KINDS),
  /** Milliseconds: the moment that counts, when it arrived, what the device said. */
  at: Type.Integer(),
  enteredAt: Type.Integer(),
  deviceAt: nullable(Type.Integer()),
  skewMs: Type.Integer(),
  isLate: Type.Boolean(),
  byName: Type.String(),
  coName: Type.String(),
  content: Type.Record(Type.String(), Type.Unknown()),
  corrections: Type.Integer(),
});

const orderDue = Type.Object({
  orderId: Type.String(),
  title: Type.String(),
  dose: Type.String(),
  timing: Type.String(),
  once: Type.Boolean(),
  highRisk: Type.Boolean(),
  doctorName: Type.String(),
  /** How it is given; empty: not said. */
  method: Type.String(),
  /** What is given together as this order; one where it stands alone. Title and dose above name all of them. */
  parts: Type.Array(Type.Object({ orderId: Type.String(), title: Type.String(), dose: Type.String(), drugKind: Type.String(), highRisk: Type.Boolean() })),
  /** Absent: not given yet. */
  given: Type.Optional(
    Type.Object({ outcome: Type.String(), dose: Type.String(), reason: Type.String(), byName: Type.String(), checkerName: Type.String(), at: Type.Integer() }),
  ),
});

const knownAllergies = {
  /** What the patient may not be given, by name. */
  allergies: Type.Array(Type.String()),
  /** Tells an empty list apart: asked and none, or nobody has asked. */
  allergyState,
};

/** Of whom; for staff only. */
const patientWire = Type.Object({
  patientId: Type.String(),
  name: Type.String(),
  /** 1 male, 2 female, as in the file. */
  sex: Type.Integer(),
  /** Whole years; -1 while the birthday is unknown. */
  age: Type.Integer(),
  code: Type.String(),
  ...knownAllergies,
});

const marks = {
  arrivedAt: nullable(Type.Integer()),
  confirmedAt: nullable(Type.Integer()),
  doctorName: Type.String(),
  check1At: nullable(Type.Integer()),
  startedAt: nullable(Type.Integer()),
  check2At: nullable(Type.Integer()),
  endedAt: nullable(Type.Integer()),
  closedAt: nullable(Type.Integer()),
};

/** A treatment with all that a sheet shows. */
export const wholeSession = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  orgId: Type.String(),
  date: Type.String(),
  shiftId: Type.String(),
  shiftName: Type.String(),
  stationId: Type.String(),
  stationCode: Type.String(),
  zone: Type.String(),
  machineCode: Type.String(),
  machineState: Type.String(),
  origin: Type.String(),
  mode: Type.String(),
  state: sessionState,
  patient: patientWire,
  ...marks,
  check1By: Type.String(),
  check2By: Type.String(),
  /** What the doctor confirmed. */
  plan: nullable(planWire),
  /** What is in force, while nothing is confirmed. */
  standing: nullable(prescriptionWire),
  access: nullable(accessWire),
  dryWeight: nullable(Type.Number()),
  dryWeightOverdue: Type.Boolean(),
  /** Consents that are needed and do not hold: said before the treatment, and in nobody's way unless the facility wants it so. */
  consentsLacking: Type.Array(consentLack),
  /** kg: at the end of the last treatment. */
  lastPostWeight: nullable(Type.Number()),
  preWeight: nullable(Type.Number()),
  postWeight: nullable(Type.Number()),
  /** kg since the last treatment; ml that the weight asks for; ml/kg/h of the plan. */
  gain: nullable(Type.Number()),
  ufByWeight: nullable(Type.Integer()),
  ufRate: nullable(Type.Number()),
  ufRateWarn: Type.Number(),
  ufRateHigh: Type.Number(),
  systolicLow: Type.Number(),
  systolicHigh: Type.Number(),
  readingDueAt: nullable(Type.Integer()),
  readingEvery: Type.Integer(),
  readingGrace: Type.Integer(),
  check2DueAt: nullable(Type.Integer()),
  sections: Type.Record(Type.String(), sectionWire),
  entries: Type.Array(entryWire),
  orders: Type.Array(orderDue),
  /** What stands against each act at this moment; empty: it may be done. */
  guards: Type.Record(Type.String(), Type.Array(guardName)),
  prescriptionId: Type.String(),
  prescriptionNo: Type.String(),
  /** Milliseconds: the present of the server. */
  now: Type.Integer(),
});
export type WholeSession = Static<typeof wholeSession>;
export type SessionEntry = Static<typeof entryWire>;
export type OrderDue = Static<typeof orderDue>;

/** Answer to an act. */
export const actReply = Type.Object({
  session: wholeSession,
  /** It was stored before under this name. */
  repeated: Type.Boolean(),
  /** The clock of the device is off by so many milliseconds; null: it is right. */
  clockOff: nullable(Type.Integer()),
  /** Fields that somebody else changed meanwhile; nothing of them was stored. */
  conflicts: Type.Array(Type.Object({ field: Type.String(), mine: fieldValue, theirs: fieldValue, byName: Type.String(), at: Type.Integer() })),
});
export type ActReply = Static<typeof actReply>;

/** A station of today. */
export const stationCard = Type.Object({
  slotId: Type.String(),
  sessionId: Type.String(),
  stationId: Type.String(),
  stationCode: Type.String(),
  zone: Type.String(),
  roomName: Type.String(),
  shiftId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  /** As it stands on the wristband. */
  patientCode: Type.String(),
  mode: Type.String(),
  state: sessionState,
  origin: Type.String(),
  machineState: Type.String(),
  confirmed: Type.Boolean(),
  checked1: Type.Boolean(),
  checked2: Type.Boolean(),
  startedAt: nullable(Type.Integer()),
  /** Of the whole treatment. */
  minutes: nullable(Type.Integer()),
  readingDueAt: nullable(Type.Integer()),
  check2DueAt: nullable(Type.Integer()),
  /** Last pressure, and whether it is outside of the limits. */
  pressure: Type.String(),
  pressureOff: Type.Boolean(),
  ufDone: nullable(Type.Integer()),
  ufTarget: nullable(Type.Integer()),
  ...knownAllergies,
  /** kg, in force on the day. */
  dryWeight: nullable(Type.Number()),
  falls: Type.Boolean(),
  consentsLacking: Type.Array(consentLack),
  events: Type.Integer(),
});
export type StationCard = Static<typeof stationCard>;

export const todayReply = Type.Object({
  date: Type.String(),
  now: Type.Integer(),
  readingGrace: Type.Integer(),
  shifts: Type.Array(Type.Object({ shiftId: Type.String(), name: Type.String(), startTime: Type.String(), endTime: Type.String() })),
  cards: Type.Array(stationCard),
});
export type TodayReply = Static<typeof todayReply>;

export type { FieldValue, FieldValues };
export { moment, nullable, text };
