import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { LAB_TESTS } from './labs.ts';
import { nullable, oneOf } from './round.schema.ts';

const numbers = Type.Array(nullable(Type.Number()));
const strings = Type.Array(Type.String());

/**
 * A patient through time. Treatments come by columns of the same length, in order of days: what is drawn of eight hundred is a few kilobytes. Weights kg,
 * volumes ml, minutes, pressures mmHg, days `YYYY-MM-DD`.
 */
export const timelineReply = Type.Object({
  patientId: Type.String(),
  patientName: Type.String(),
  sex: Type.Integer(),
  age: Type.Integer(),
  today: Type.String(),
  treatments: Type.Object({
    id: strings,
    day: strings,
    mode: strings,
    pre: numbers,
    post: numbers,
    uf: numbers,
    minutes: numbers,
    systolicBefore: numbers,
    diastolicBefore: numbers,
    systolicAfter: numbers,
    diastolicAfter: numbers,
  }),
  /** `at`: place in the columns. */
  complications: Type.Array(Type.Object({ at: Type.Integer(), kind: Type.String() })),
  dryWeights: Type.Array(Type.Object({ from: Type.String(), kg: Type.Number() })),
  prescriptions: Type.Array(Type.Object({ on: Type.String(), versionNo: Type.Integer(), mode: Type.String(), minutes: Type.Integer() })),
  accesses: Type.Array(
    Type.Object({ kind: Type.String(), side: Type.String(), site: Type.String(), from: nullable(Type.String()), to: nullable(Type.String()) }),
  ),
  accessEvents: Type.Array(Type.Object({ kind: Type.String(), on: Type.String(), note: Type.String() })),
  outcome: nullable(Type.Object({ on: Type.String(), kind: Type.String() })),
  labs: Type.Array(Type.Object({ test: oneOf(LAB_TESTS), on: Type.String(), value: Type.Number(), /** See `LabView`. */ differs: Type.Boolean() })),
  limits: Type.Object({
    ufRateWarn: Type.Number(),
    ufRateHigh: Type.Number(),
    systolicLow: Type.Number(),
    systolicHigh: Type.Number(),
    ktvLow: Type.Number(),
    haemoglobinLow: Type.Number(),
    haemoglobinHigh: Type.Number(),
  }),
});
export type TimelineReply = Static<typeof timelineReply>;
export type TreatmentColumns = TimelineReply['treatments'];
