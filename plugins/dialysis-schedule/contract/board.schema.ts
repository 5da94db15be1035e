import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { dialysisMode, ZONES } from '../../dialysis-file/contract/index.ts';
import { MACHINE_STATES, SLOT_ORIGINS, SLOT_STATES } from './board.service.ts';
import { MAX_REASON } from './limits.ts';

export const id = Type.String({ minLength: 1, maxLength: 64 });
/** `YYYY-MM-DD`. */
export const day = Type.String({ pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$', format: 'date' });
export const reason = Type.String({ minLength: 1, maxLength: MAX_REASON, pattern: '\\S' });
export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>(Type.Union(values.map((value) => Type.Literal(value))));
export const zone = oneOf(ZONES);

/** Why a place is red: `conflict.<code>` of the texts says it, `remedy.<code>` what to do. */
export const conflict = Type.Object({
  code: Type.String(),
  weight: oneOf(['stop', 'warn', 'note'] as const),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type ConflictWire = Static<typeof conflict>;

export const boardShift = Type.Object({
  shiftId: Type.String(),
  orgId: Type.String(),
  name: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  last: Type.Boolean(),
});
export type BoardShift = Static<typeof boardShift>;

export const boardStation = Type.Object({
  stationId: Type.String(),
  orgId: Type.String(),
  roomId: Type.String(),
  roomName: Type.String(),
  code: Type.String(),
  zone,
  enabled: Type.Boolean(),
  modes: Type.Array(Type.String()),
  machine: nullable(Type.Object({ machineId: Type.String(), code: Type.String(), state: oneOf(MACHINE_STATES) })),
});
export type BoardStation = Static<typeof boardStation>;

export const boardSlot = Type.Object({
  slotId: Type.String(),
  date: Type.String(),
  shiftId: Type.String(),
  stationId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  dialysisNo: Type.String(),
  /** Null: the patient has no dialysis file. */
  zone: nullable(zone),
  /** Of this time, or of the prescription; null: none is written. */
  mode: nullable(Type.String()),
  ownMode: Type.Boolean(),
  origin: oneOf(SLOT_ORIGINS),
  state: oneOf(SLOT_STATES),
  reason: Type.String(),
  zoneReason: Type.String(),
  /** Who touched it last, and when (milliseconds); empty: the plan. */
  byName: Type.String(),
  atTime: Type.Integer(),
  transient: Type.Boolean(),
  conflicts: Type.Array(conflict),
  version: Type.Integer(),
});
export type BoardSlot = Static<typeof boardSlot>;

export const closureRow = Type.Object({
  id: Type.String(),
  date: Type.String(),
  shiftId: Type.String(),
  movedTo: nullable(Type.String()),
  reason: Type.String(),
  moved: Type.Integer(),
  leftOut: Type.Integer(),
  byName: Type.String(),
  atTime: Type.Integer(),
  undone: Type.Boolean(),
});
export type ClosureRow = Static<typeof closureRow>;

export const shiftLoad = Type.Object({
  date: Type.String(),
  shiftId: Type.String(),
  patients: Type.Integer(),
  nurses: Type.Integer(),
  doctors: Type.Integer(),
  perNurse: nullable(Type.Number()),
  perDoctor: nullable(Type.Number()),
  overNurse: Type.Boolean(),
  overDoctor: Type.Boolean(),
  /** Nurses of an isolation zone who serve an ordinary one in the same shift. */
  mixed: Type.Array(Type.String()),
});
export type ShiftLoad = Static<typeof shiftLoad>;

/** A station in a shift of a day. */
export const place = Type.Object({ date: Type.String(), shiftId: Type.String(), stationId: Type.String() });
export type PlaceWire = Static<typeof place>;

/** Places where somebody lies whom the caller's data rights hide: nobody else fits there, and nothing is told of them. */
const hidden = Type.Array(place);

/** Days of the board: what stands there, and what speaks against it. */
export const board = Type.Object({
  shifts: Type.Array(boardShift),
  stations: Type.Array(boardStation),
  slots: Type.Array(boardSlot),
  hidden,
  closures: Type.Array(closureRow),
  loads: Type.Array(shiftLoad),
});
export type Board = Static<typeof board>;

/** What changed of a day; `hidden`: all of the day. */
export const boardChanges = Type.Object({ slots: Type.Array(boardSlot), hidden, loads: Type.Array(shiftLoad) });
export type BoardChanges = Static<typeof boardChanges>;

export const rotaEntry = Type.Object({
  id: Type.String(),
  date: Type.String(),
  shiftId: Type.String(),
  userId: Type.String(),
  userName: Type.String(),
  duty: oneOf(['nurse', 'doctor'] as const),
  /** Empty: wherever one is needed. */
  zone: oneOf(['', ...ZONES] as const),
  absent: Type.Boolean(),
  note: Type.String(),
  version: Type.Integer(),
});
export type RotaRow = Static<typeof rotaEntry>;

/** Of a swap the place of the first one comes first. */
export const exception = Type.Object({
  kind: oneOf(['move', 'swap', 'suspend', 'add'] as const),
  slotId: Type.String(),
  names: Type.Array(Type.String()),
  from: nullable(place),
  to: nullable(place),
});
export type ExceptionRow = Static<typeof exception>;
/** Where somebody goes when many are moved. */
export const bulkRow = Type.Object({
  slotId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  from: place,
  to: nullable(place),
  reason: oneOf(['', 'suspended', 'patient-twice', 'no-room'] as const),
});
export type BulkRow = Static<typeof bulkRow>;

export const slotMode = nullable(dialysisMode);
