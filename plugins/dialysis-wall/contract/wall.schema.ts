import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { CALL_PLACES } from './limits.ts';

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
export const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>(Type.Union(values.map((value) => Type.Literal(value))));
export const id = Type.String({ minLength: 1, maxLength: 64 });
const moment = Type.Integer();
export const place = oneOf(CALL_PLACES);

const shift = Type.Object({
  name: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  when: oneOf(['now', 'next', 'other'] as const),
});

/** A call as the waiting room reads it. Names are masked, stations have the name for the public. */
const shownCall = Type.Object({ callId: Type.String(), name: Type.String(), tail: Type.String(), place, station: Type.String(), calledAt: moment });

/** What the waiting room may read: no name in full, no id of a patient, no zone, no diagnosis. */
export const waitingReply = Type.Object({
  /** Milliseconds: the present of the server. */
  now: moment,
  shifts: Type.Array(shift),
  /** Who has come and waits, those who were called first. */
  people: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      /** Last digits of the dialysis number, by which two of one masked name are told apart; empty: none. */
      tail: Type.String(),
      station: Type.String(),
      shiftName: Type.String(),
      called: Type.Boolean(),
    }),
  ),
  /** Shown large, the newest first. */
  calls: Type.Array(shownCall),
  pageSeconds: Type.Integer(),
});
export type WaitingReply = Static<typeof waitingReply>;

export const STATION_STATES = ['free', 'planned', 'waiting', 'ready', 'running', 'off', 'out'] as const;
/** A station as the nurse station reads it. */
export const wallStation = Type.Object({
  stationId: Type.String(),
  code: Type.String(),
  /** Masked; empty: nobody. */
  name: Type.String(),
  shiftName: Type.String(),
  state: oneOf(STATION_STATES),
  /** When the treatment is over; null: nothing runs, or nothing is confirmed. */
  endsAt: nullable(moment),
  readingDueAt: nullable(moment),
  check2DueAt: nullable(moment),
  pressureOff: Type.Boolean(),
  redEvent: Type.Boolean(),
  toDisinfect: Type.Boolean(),
});
export type WallStation = Static<typeof wallStation>;
export const stationsReply = Type.Object({
  now: moment,
  shifts: Type.Array(shift),
  readingGrace: Type.Integer(),
  stations: Type.Array(wallStation),
  pageSeconds: Type.Integer(),
});
export type StationsReply = Static<typeof stationsReply>;

/** Whom a nurse may call. For staff: names in full. */
export const callable = Type.Object({
  slotId: Type.String(),
  patientName: Type.String(),
  dialysisNo: Type.String(),
  stationCode: Type.String(),
  publicName: Type.String(),
  shiftId: Type.String(),
  shiftName: Type.String(),
  state: oneOf(['planned', 'waiting', 'ready'] as const),
  /** The last call of today, if it was not taken back. */
  call: nullable(Type.Object({ callId: Type.String(), place, calledAt: moment, byName: Type.String() })),
});
export type Callable = Static<typeof callable>;
