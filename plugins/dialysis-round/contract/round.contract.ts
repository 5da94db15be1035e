import { defineContract, get, listOf, post, put, Type } from '@nephra/plugin-sdk/contract';
import { LAB_TESTS } from './labs.ts';
import { MAX_REASON, MAX_VALUES, ROUND_MENU, TIMELINE_MENU, UREA_AFTER, UREA_BEFORE } from './limits.ts';
import {
  dayText,
  idText,
  labView,
  noteContent,
  noteView,
  nullable,
  oneOf,
  proposalBody,
  reasonText,
  roundPatient,
  text,
  version,
  waitingItem,
  worklistReply,
} from './round.schema.ts';
import { timelineReply } from './timeline.schema.ts';

const AT = '/api/dialysis/Round';
const need = `perm:${ROUND_MENU}` as const;
const params = Type.Object({ id: idText });
const ofPatient = Type.Object({ patientId: idText });
const done = Type.Object({ id: Type.String() });

/**
 * The doctor's worklist, what is signed there, and a patient through time. A patient of another facility, or out of the caller's data rights, is
 * `dialysis-round.not-found`; what somebody else settled meanwhile is `dialysis-round.stale`.
 */
export const roundContract = defineContract('dialysisRound', {
  worklist: get(AT, {
    summary: 'Patients of a day with what is to be looked at, the most urgent first',
    need,
    audit: 'read-patient',
    query: Type.Object({ date: Type.Optional(dayText) }),
    reply: worklistReply,
  }),
  patient: get(`${AT}/Patient/{patientId}`, {
    summary: 'Somebody on the round: plan, what waits, the last treatments, notes and laboratory values',
    need,
    audit: 'read-patient',
    params: ofPatient,
    reply: roundPatient,
  }),
  waiting: get(`${AT}/Waiting`, {
    summary: 'What waits for a signature: proposed prescriptions, dry weights, orders, round notes',
    need,
    audit: 'read-patient',
    reply: listOf(waitingItem),
  }),
  timeline: get(`${AT}/Timeline/{patientId}`, {
    summary: 'Weights, pressures, ultrafiltration, laboratory values and events of a patient on one axis of time',
    need: { anyOf: [`perm:${TIMELINE_MENU}`, need] },
    audit: 'read-patient',
    params: ofPatient,
    reply: timelineReply,
  }),

  /** A note is never changed: a correction is a note of its own. @throws `dialysis-round.corrected`, `dialysis-round.correction-reason`, `dialysis-round.sign-right` */
  note: post(`${AT}/Note`, {
    summary: 'Write a round note, or one that takes the place of another; signed at once where said',
    need: `${need}:btn_note`,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({
      patientId: idText,
      /** Of the treatment; empty: outside of one. */
      sessionId: text(64),
      content: noteContent,
      /** The note that it takes the place of; empty: none. */
      corrects: text(64),
      reason: text(MAX_REASON),
      sign: Type.Boolean(),
    }),
    reply: noteView,
  }),
  signNote: put(`${AT}/Note/{id}/Actions/Sign`, {
    summary: 'Sign a round note',
    need: `${need}:btn_sign`,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version }),
    reply: noteView,
  }),

  /** @throws `dialysis-round.nothing-proposed` where not exactly one of the two is given */
  propose: post(`${AT}/Proposal`, {
    summary: 'Propose a dry weight or an order for a doctor to sign',
    need: `${need}:btn_propose`,
    audit: 'write',
    retry: 'idempotent-key',
    body: proposalBody,
    reply: done,
  }),
  /** A dry weight becomes that of the dialysis file, an order one for treatments. @throws `dialysis-round.sign-right` without the right to do that there */
  signProposal: put(`${AT}/Proposal/{id}/Actions/Sign`, {
    summary: 'Sign what was proposed',
    need: `${need}:btn_sign`,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version }),
    reply: done,
  }),
  declineProposal: put(`${AT}/Proposal/{id}/Actions/Decline`, {
    summary: 'Decline what was proposed',
    need: `${need}:btn_sign`,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version, reason: reasonText }),
    reply: done,
  }),

  /** Kt/V and urea reduction are worked out where urea before and after is given. @throws `dialysis-round.lab-twice`, `dialysis-round.lab-range`, `dialysis-round.urea-no-treatment` */
  recordLabs: post(`${AT}/Lab`, {
    summary: 'Record laboratory values of one sample',
    need: `${need}:btn_lab`,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({
      patientId: idText,
      on: dayText,
      values: Type.Array(Type.Object({ test: oneOf(LAB_TESTS), value: Type.Number() }), { maxItems: MAX_VALUES }),
      /** mmol/L of that day's treatment. */
      urea: nullable(
        Type.Object({
          before: Type.Number({ minimum: UREA_BEFORE.min, maximum: UREA_BEFORE.max }),
          after: Type.Number({ minimum: UREA_AFTER.min, maximum: UREA_AFTER.max }),
        }),
      ),
    }),
    reply: listOf(labView),
  }),
  withdrawLab: put(`${AT}/Lab/{id}/Actions/Withdraw`, {
    summary: 'Take a wrongly recorded value back',
    need: `${need}:btn_lab`,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ reason: reasonText }),
    reply: done,
  }),
});
