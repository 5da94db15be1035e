import { defineContract, get, post, put, Type } from '@nephra/plugin-sdk/contract';
import { SECTIONS } from './fields.ts';
import { MAX_CODES } from './limits.ts';
import { actReply, dayText, fieldValue, fieldValues, idText, oneOf, passes, reason, sent, stated, todayReply, wholeSession } from './session.schema.ts';

const id = Type.Object({ id: idText });
/** Of the second person, from `POST /api/oauth/CoSign`; left out where the person who is signed in is the second one. */
const signature = { signature: Type.Optional(Type.String({ minLength: 16, maxLength: 200 })) };
const PAGE = 'dialysis.bedside';
/** Acts are alike: written in the audit log, sent twice without harm and never done after they were refused, answered with the sheet as it stands. Those of a slot make the treatment; all others name it. */
const MAKING = { audit: 'write', retry: 'natural', actName: 'clientId', reply: actReply } as const;
const ACT = { ...MAKING, params: id } as const;

/**
 * A treatment from the door to the closed sheet. Every write carries a name of its own (`clientId`) and may be sent twice. What stands against an act is
 * refused as `dialysis-session.guard.<name>`; a name that was used for something else as `dialysis-session.other-content`; a treatment of another facility as
 * `dialysis-session.not-found`; a closed sheet as `dialysis-session.guard.wrong-state`.
 */
export const sessionContract = defineContract('dialysisSession', {
  today: get('/api/dialysis/Today', {
    summary: 'Who lies where on a day, how far each treatment is and what is due',
    need: { anyOf: ['perm:dialysis.today', 'perm:dialysis.bedside'] },
    audit: 'read-patient',
    query: Type.Object({ date: Type.Optional(dayText), shiftId: Type.Optional(idText) }),
    reply: todayReply,
  }),
  session: get('/api/dialysis/Session/{id}', {
    summary: 'A treatment with its whole sheet, and what stands against each act',
    need: { anyOf: ['perm:dialysis.today', 'perm:dialysis.bedside', 'perm:dialysis.findings'] },
    audit: 'read-patient',
    params: id,
    reply: wholeSession,
  }),
  checkIn: post('/api/dialysis/Session/Actions/CheckIn', {
    summary: 'A patient has come',
    need: `perm:${PAGE}:btn_checkin`,
    ...MAKING,
    body: Type.Object({
      slotId: idText,
      method: Type.Union([Type.Literal('manual'), Type.Literal('card'), Type.Literal('face'), Type.Literal('scan')]),
      ...sent,
    }),
  }),
  undoCheckIn: post('/api/dialysis/Session/{id}/Actions/UndoCheckIn', {
    summary: 'The patient has not come after all',
    need: `perm:${PAGE}:btn_checkin`,
    ...ACT,
    body: Type.Object({ ...reason, ...sent }),
  }),
  miss: post('/api/dialysis/Session/Actions/Miss', {
    summary: 'A planned treatment does not take place: absent, or cancelled',
    need: `perm:${PAGE}:btn_checkin`,
    ...MAKING,
    body: Type.Object({ slotId: idText, what: Type.Union([Type.Literal('absent'), Type.Literal('cancel')]), ...reason, ...sent }),
  }),
  /** Refusals besides: `dialysis-session.flaw.<kind>` with the field. */
  save: put('/api/dialysis/Session/{id}/Sections/{section}', {
    summary: 'Write fields of a section; fields that somebody else changed meanwhile are left and told',
    need: `perm:${PAGE}:btn_record`,
    ...ACT,
    params: Type.Object({ id: idText, section: oneOf(SECTIONS) }),
    body: Type.Object({ patch: fieldValues, base: fieldValues, ...sent }),
  }),
  confirm: post('/api/dialysis/Session/{id}/Actions/Confirm', {
    summary: 'The doctor confirms the prescription of this treatment: a copy of the standing one with its ultrafiltration (ml; null: by weight) and minutes',
    need: `perm:${PAGE}:btn_confirm`,
    ...ACT,
    body: Type.Object({
      ufTarget: Type.Union([Type.Integer({ minimum: 0, maximum: 6000 }), Type.Null()]),
      minutes: Type.Integer({ minimum: 1, maximum: 720 }),
      ...passes,
      ...sent,
    }),
  }),
  check1: post('/api/dialysis/Session/{id}/Actions/Check1', {
    summary: 'First check, before blood is in the circuit',
    need: `perm:${PAGE}:btn_record`,
    ...ACT,
    body: Type.Object({ fields: fieldValues, ...passes, ...sent }),
  }),
  start: post('/api/dialysis/Session/{id}/Actions/Start', {
    summary: 'Blood is in the circuit',
    need: `perm:${PAGE}:btn_start`,
    ...ACT,
    body: Type.Object({ fields: fieldValues, ...passes, ...sent, ...stated }),
  }),
  undoStart: post('/api/dialysis/Session/{id}/Actions/UndoStart', {
    summary: 'Started by mistake: within ten minutes, before the first reading',
    need: `perm:${PAGE}:btn_start`,
    ...ACT,
    body: Type.Object({ ...reason, ...sent }),
  }),
  /** The second person signs for himself: with his own sign-in, or with a signature at this device. */
  check2: post('/api/dialysis/Session/{id}/Actions/Check2', {
    summary: 'Second check by another person',
    need: { anyOf: [`perm:${PAGE}:btn_check2`, `perm:${PAGE}:btn_record`] },
    ...ACT,
    body: Type.Object({ fields: fieldValues, ...signature, ...sent }),
  }),
  reading: post('/api/dialysis/Session/{id}/Readings', {
    summary: 'A reading of a running treatment',
    need: `perm:${PAGE}:btn_record`,
    ...ACT,
    body: Type.Object({ fields: fieldValues, ...sent, ...stated }),
  }),
  event: post('/api/dialysis/Session/{id}/Events', {
    summary: 'A complication with what was done about it',
    need: `perm:${PAGE}:btn_record`,
    ...ACT,
    body: Type.Object({ fields: fieldValues, ...sent, ...stated }),
  }),
  adjust: post('/api/dialysis/Session/{id}/Adjustments', {
    summary: 'A parameter of the running treatment is changed',
    need: { anyOf: [`perm:${PAGE}:btn_record`, `perm:${PAGE}:btn_confirm`] },
    ...ACT,
    body: Type.Object({ fields: fieldValues, ...reason, ...sent, ...stated }),
  }),
  /** Refusals besides: `dialysis-session.order-given`, `dialysis-session.order-not-due`, `dialysis-session.second-needed`. */
  give: post('/api/dialysis/Session/{id}/Orders/{orderId}', {
    summary: 'An order was given, given otherwise, or skipped, with all that is given together with it',
    need: `perm:${PAGE}:btn_record`,
    ...ACT,
    params: Type.Object({ id: idText, orderId: idText }),
    body: Type.Object({
      outcome: Type.Union([Type.Literal('given'), Type.Literal('changed'), Type.Literal('skipped')]),
      dose: Type.String({ maxLength: 100 }),
      reason: Type.String({ maxLength: 200 }),
      /** Trace codes of packs, each with the order whose drug came out of it. */
      codes: Type.Optional(Type.Array(Type.Object({ orderId: idText, code: Type.String({ pattern: '^\\d{20}$' }) }), { maxItems: MAX_CODES })),
      ...signature,
      ...sent,
      ...stated,
    }),
  }),
  end: post('/api/dialysis/Session/{id}/Actions/End', {
    summary: 'The treatment has ended',
    need: `perm:${PAGE}:btn_end`,
    ...ACT,
    body: Type.Object({ fields: fieldValues, ...passes, ...sent, ...stated }),
  }),
  abort: post('/api/dialysis/Session/{id}/Actions/Abort', {
    summary: 'Given up before the start or within half an hour of it',
    need: `perm:${PAGE}:btn_end`,
    ...ACT,
    body: Type.Object({ ...reason, ...sent }),
  }),
  close: post('/api/dialysis/Session/{id}/Actions/Close', {
    summary: 'Close the sheet: it is locked, and its prescription is written once',
    need: `perm:${PAGE}:btn_close`,
    ...ACT,
    body: Type.Object({ ...passes, ...sent }),
  }),
  reopen: post('/api/dialysis/Session/{id}/Actions/Reopen', {
    summary: 'Open a closed sheet again',
    need: `perm:${PAGE}:btn_reopen`,
    ...ACT,
    body: Type.Object({ ...reason, ...sent }),
  }),
  /** Of a section (`entryId` empty) or of a reading, event or adjustment. Both values are kept. */
  correct: post('/api/dialysis/Session/{id}/Actions/Correct', {
    summary: 'Correct one field with a reason',
    need: `perm:${PAGE}:btn_correct`,
    ...ACT,
    body: Type.Object({
      section: oneOf([...SECTIONS, ''] as const),
      entryId: Type.String({ maxLength: 64 }),
      field: Type.String({ minLength: 1, maxLength: 40 }),
      value: fieldValue,
      ...reason,
      ...sent,
    }),
  }),
});
