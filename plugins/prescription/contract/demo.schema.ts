import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { CHECK_CODES, type CheckCode, overrideReason } from './checks.schema.ts';
import { detailInput } from './prescription.schema.ts';

const mayHaveReason = Type.Optional(overrideReason);
/** Written out: a `Record` over so many codes compares each with each, 15 ms of every start. */
const reasonByCode = Object.fromEntries(CHECK_CODES.map((code) => [code, mayHaveReason])) as Record<CheckCode, typeof mayHaveReason>;

/** Generated data for a demo system, `plugins/prescription` part. Codes start with SIM. */
export const prescriptionDemo = Type.Object({
  /** Patients whose sessions of the last `days` days (today not among them) are written on the weekdays of their plan. */
  regulars: Type.Array(
    Type.Object({
      patientId: Type.String(),
      orgId: Type.String(),
      days: Type.Integer({ minimum: 0 }),
      /** `HH:mm`. */
      time: Type.String(),
      dpType: Type.Integer(),
      workerId: Type.String(),
      workerName: Type.String(),
      workerNo: Type.String(),
      /** At each session. */
      lines: Type.Array(detailInput),
      /** Beside them at the first of these sessions: laboratory, drugs for the month. */
      firstLines: Type.Array(detailInput),
    }),
  ),
  /** Days are counted from the first start, so that the demo is alive on any date. */
  prescriptions: Type.Array(
    Type.Object({
      patientId: Type.String(),
      orgId: Type.String(),
      /** 0 today, -1 yesterday … */
      dayOffset: Type.Integer({ maximum: 0 }),
      /** `HH:mm`. */
      time: Type.String(),
      dpType: Type.Integer(),
      /** User who writes it. */
      workerId: Type.String(),
      workerName: Type.String(),
      workerNo: Type.String(),
      state: Type.Union([Type.Literal('new'), Type.Literal('confirmed')]),
      lines: Type.Array(detailInput),
    }),
  ),
  /** What the doctors wrote when a check asked them, by the finding's code; for the confirmed prescriptions of today and yesterday. */
  reasons: Type.Optional(Type.Object(reasonByCode)),
});
export type PrescriptionDemo = Static<typeof prescriptionDemo>;
