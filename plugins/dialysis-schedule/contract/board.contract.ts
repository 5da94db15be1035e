import { defineContract, get, listOf, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { board, boardChanges, boardSlot, day, exception, id, nullable, reason, slotMode } from './board.schema.ts';
import { ABSENCE_REASONS, MAX_CHANGED_SLOTS, MAX_CONTACT_DAYS, MAX_REASON, MAY_ATTEND, MAY_OVERRIDE, MAY_PLAN } from './limits.ts';

const AT = '/api/his/dialysis-schedule';
const LOOK = 'perm:his.dialysisSchedule' as const;
/** Whoever plans; and who may put a patient into another zone, for that alone. */
const PLACE = { anyOf: [MAY_PLAN, MAY_OVERRIDE] } as const;
const params = Type.Object({ id });
const version = Type.Integer({ minimum: 1 });
const place = { date: day, shiftId: id, stationId: id };
/** Why a patient lies in a zone of others; without the right to it refused with `dialysis-schedule.zone-override-right`. */
const zoneReason = Type.Optional(Type.String({ maxLength: MAX_REASON }));
/** Of the push that is answered (`dialysisBoardChanged`); without it the caller shares no answer. */
const stamp = Type.Optional(Type.String({ maxLength: 64 }));
const moved = Type.Object({ slotId: Type.String(), version: Type.Integer() });

/** What somebody wants to come on a day, and has no place. */
const unplanned = Type.Object({
  patientId: Type.String(),
  patientName: Type.String(),
  dialysisNo: Type.String(),
  zone: nullable(Type.String()),
  mode: nullable(Type.String()),
  /** The shift that the pattern wants; empty: the pattern wants nothing on this day. */
  shiftId: Type.String(),
  /** Left out on purpose: why. */
  reason: Type.String(),
});

const missed = Type.Object({
  slotId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  date: Type.String(),
  shiftName: Type.String(),
  reason: Type.String(),
  byName: Type.String(),
  /** Absences of the patient within the 30 days up to this one. */
  count: Type.Integer(),
  /** So many that somebody should call. */
  toCall: Type.Boolean(),
});

/** What is to be laid out for a treatment of a shift. */
const preparation = Type.Object({
  stationCode: Type.String(),
  zone: Type.String(),
  patientName: Type.String(),
  dialysisNo: Type.String(),
  mode: Type.String(),
  minutes: nullable(Type.Integer()),
  dialyser: Type.String(),
  perfusor: Type.String(),
  anticoagulant: Type.String(),
  access: Type.String(),
  allergies: Type.Array(Type.String()),
  remark: Type.String(),
});

/**
 * The board of treatments: stations × shifts × days. Every write is refused with `dialysis-schedule.place-taken` (who and when) where somebody else was faster
 * (`place-taken-hidden`: somebody whom the caller does not see), and with `dialysis-schedule.slot-stale` where the place was changed since it was read. What the rules forbid is refused with the key `dialysis-schedule.conflict-<code>`.
 */
export const boardContract = defineContract('dialysis-board', {
  board: get(`${AT}/Board`, {
    summary: 'Some days of the board, at most fourteen, with what speaks against each place',
    need: LOOK,
    audit: 'read-patient',
    query: Type.Object({ from: day, to: day }),
    reply: board,
  }),
  /**
   * `ids`: those that a push named, with commas between. Answered are they, other places of the same patients on that day, and the loads of all its shifts.
   * A named place that is absent from the answer is not on that day any more.
   */
  changes: get(`${AT}/Changes`, {
    summary: 'Places of a day that changed, with what speaks against each',
    need: LOOK,
    audit: 'read-patient',
    query: Type.Object({ date: day, ids: Type.String({ minLength: 1, maxLength: MAX_CHANGED_SLOTS * 65 }), stamp }),
    reply: boardChanges,
  }),
  patientWeeks: get(`${AT}/Patient/{id}/Slots`, {
    summary: 'Places of one patient, cancelled ones among them',
    need: LOOK,
    audit: 'read-patient',
    params,
    query: Type.Object({ from: day, to: day }),
    reply: listOf(boardSlot),
  }),
  /** However often somebody was moved, the place of the pattern and the last one count; two who took each other's place are one swap. */
  exceptions: get(`${AT}/Exceptions`, {
    summary: 'What differs from the patterns on some days, at most fourteen',
    need: LOOK,
    audit: 'read-patient',
    query: Type.Object({ from: day, to: day }),
    reply: listOf(exception),
  }),
  unplanned: get(`${AT}/Unplanned`, {
    summary: 'Patients without a place on a day: those whom their pattern wants first, then those whom the keyword finds',
    need: LOOK,
    audit: 'read-patient',
    query: Type.Object({ date: day, keyword: Type.Optional(Type.String({ maxLength: 100 })), stamp }),
    reply: listOf(unplanned),
  }),
  /** Beside them in the same shift, or at the same station in the shift before or after; only treatments that were held. */
  contacts: get(`${AT}/Patient/{id}/Contacts`, {
    summary: 'Who lay near a patient, to be tested when an infection is new',
    need: PLACE,
    audit: 'read-patient',
    params,
    query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: MAX_CONTACT_DAYS }) }),
    reply: listOf(
      Type.Object({
        patientId: Type.String(),
        patientName: Type.String(),
        dialysisNo: Type.String(),
        beside: Type.Integer(),
        after: Type.Integer(),
        before: Type.Integer(),
        lastDate: Type.String(),
      }),
    ),
  }),
  /** What somebody who comes from elsewhere is placed by, as the settings of the facility say. */
  newcomerRules: get(`${AT}/NewcomerRules`, {
    summary: 'By what somebody who was not planned is placed',
    need: MAY_PLAN,
    audit: 'none',
    reply: Type.Object({
      serologyTransientDays: Type.Integer(),
      observationDays: Type.Integer(),
      syphilisTitre: Type.Integer(),
      hcvAntibodyApart: Type.Boolean(),
      missingMarkersWait: Type.Boolean(),
    }),
  }),
  preparation: get(`${AT}/Preparation`, {
    summary: 'What is to be laid out for the treatments of a shift',
    need: LOOK,
    audit: 'read-patient',
    query: Type.Object({ date: day, shiftId: id }),
    reply: listOf(preparation),
  }),
  add: post(`${AT}/Slot`, {
    summary: 'Put a patient on the board',
    need: PLACE,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ ...place, patientId: id, mode: slotMode, emergency: Type.Boolean(), reason: Type.String({ maxLength: MAX_REASON }), zoneReason }),
    reply: moved,
  }),
  /** Back to the place of the pattern it is no exception any more. */
  move: put(`${AT}/Slot/{id}/Actions/Move`, {
    summary: 'Put a patient somewhere else',
    need: PLACE,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ ...place, version, reason: Type.String({ maxLength: MAX_REASON }), zoneReason }),
    reply: moved,
  }),
  swap: put(`${AT}/Slot/{id}/Actions/Swap`, {
    summary: 'Two patients take each other’s place',
    need: PLACE,
    audit: 'write',
    retry: 'idempotent-key',
    params,
    body: Type.Object({ version, otherId: id, otherVersion: version, reason: Type.String({ maxLength: MAX_REASON }), zoneReason }),
    reply: moved,
  }),
  suspend: put(`${AT}/Slot/{id}/Actions/Suspend`, {
    summary: 'Leave a treatment out; the pattern does not bring it back',
    need: MAY_PLAN,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version, reason }),
    reply: moved,
  }),
  restore: put(`${AT}/Slot/{id}/Actions/Restore`, {
    summary: 'A treatment that was left out is planned again, where it was',
    need: MAY_PLAN,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version }),
    reply: moved,
  }),
  /** Refused for a day to come, and once the treatment has begun. */
  attendance: put(`${AT}/Slot/{id}/Actions/Attendance`, {
    summary: 'A patient did not come, or did after all',
    need: { anyOf: [MAY_ATTEND, MAY_PLAN] },
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({
      version,
      absent: Type.Boolean(),
      reason: Type.Unsafe<(typeof ABSENCE_REASONS)[number] | ''>(Type.Union([Type.Literal(''), ...ABSENCE_REASONS.map((one) => Type.Literal(one))])),
    }),
    reply: moved,
  }),
  missed: get(`${AT}/Missed`, {
    summary: 'Who did not come, the newest first',
    need: LOOK,
    audit: 'read-patient',
    query: Type.Object({ currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize, from: Type.Optional(day), to: Type.Optional(day) }),
    reply: pageOf(missed),
  }),
  materialise: post(`${AT}/Actions/Materialise`, {
    summary: 'Work the plan out again from tomorrow on; what people changed stays',
    need: MAY_PLAN,
    audit: 'write',
    retry: 'natural',
    reply: Type.Object({ added: Type.Integer(), removed: Type.Integer(), left: Type.Integer() }),
  }),
});
