import { defineContract, del, get, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { FILE_FILTERS, fileBody, fileRow, historyRow, wholeFile } from './file.schema.ts';
import { DRY_WEIGHT_KG, FILE_MENU, MAX_CONSENT_FILES, MAX_FORM_VERSION, MAX_NAME, MAX_NOTE, MAX_REASON, MAX_RESULTS, TITRE } from './limits.ts';
import { DIALYSIS_MODES, dialysisMode } from './modes.ts';
import {
  ACCESS_EVENTS,
  accessBody,
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
import { MARKERS } from './rules/markers.ts';

const AT = '/api/his/dialysis-file';
const need = `perm:${FILE_MENU}` as const;
const ofPatient = Type.Object({ id });
const ofPart = Type.Object({ id, partId: id });
/** The version of the dialysis file, the draft or the access that the caller saw. */
const seen = { version };
const reason = Type.String({ minLength: 1, maxLength: MAX_REASON });
const done = Type.Object({ id });
/** Uploads that the caller made: pictures and PDF. They become the plugin's own. */
const consentFiles = Type.Array(Type.Object({ name: Type.String({ minLength: 1, maxLength: 150 }), fileId: Type.String({ minLength: 1, maxLength: 60 }) }), {
  maxItems: MAX_CONSENT_FILES,
});
const write = { audit: 'write', retry: 'idempotent-key' } as const;

/**
 * Files of patients on dialysis. `{id}` is that of the patient; somebody of another facility, or out of the caller's data rights, is `dialysis-file.not-found`.
 * Every write of one file waits for the one before (`dialysis-file.stale` where the caller saw an older state).
 */
export const dialysisFileContract = defineContract('dialysis-file', {
  list: get(AT, {
    summary: 'Patients on dialysis',
    need,
    audit: 'none',
    query: Type.Object({
      ...pageQuery,
      keyword: Type.Optional(text(100)),
      /** What is open: markers overdue or missing, dry weight to be reviewed, no prescription, pattern or access, a proposal that waits, a consent that is needed and does not hold. */
      filter: Type.Optional(oneOf(FILE_FILTERS)),
      zone: Type.Optional(Type.Union([zone, Type.Literal('')])),
      /** `ended`: those with an outcome. */
      state: Type.Optional(oneOf(['', 'active', 'ended'] as const)),
    }),
    reply: pageOf(fileRow),
  }),
  candidates: get(`${AT}/Actions/Candidates`, {
    summary: 'Dialysis patients without a dialysis file, for opening one',
    need: `${need}:btn_edit`,
    audit: 'none',
    query: Type.Object({ keyword: Type.Optional(text(100)) }),
    reply: Type.Object({ list: Type.Array(Type.Object({ patientId: id, patientName: Type.String(), outpatientCode: Type.String() })) }),
  }),
  choices: get(`${AT}/Actions/Choices`, {
    summary: 'Shifts, stations, dialysers and perfusors that forms offer',
    need,
    audit: 'none',
    reply: Type.Object({
      shifts: Type.Array(Type.Object({ shiftId: id, fullName: Type.String(), startTime: Type.String(), endTime: Type.String() })),
      stations: Type.Array(Type.Object({ stationId: id, code: Type.String(), zone })),
      materials: Type.Array(Type.Object({ id, name: Type.String() })),
    }),
  }),
  file: get(`${AT}/{id}`, { summary: 'One dialysis file, whole', need, audit: 'read-patient', params: ofPatient, reply: wholeFile }),
  history: get(`${AT}/{id}/history`, {
    summary: 'What was done with a dialysis file, newest first',
    need,
    audit: 'none',
    params: ofPatient,
    query: Type.Object(pageQuery),
    reply: pageOf(historyRow),
  }),

  /** @throws `dialysis-file.not-dialysis` for a patient of another type, `dialysis-file.exists`, `dialysis-file.day` */
  open: post(AT, {
    summary: 'Open the dialysis file of a patient',
    need: `${need}:btn_edit`,
    ...write,
    body: Type.Object({ patientId: id, ...fileBody.properties }),
    reply: done,
  }),
  /** @throws `dialysis-file.day`, `dialysis-file.stale` */
  edit: put(`${AT}/{id}`, {
    summary: 'Change what a dialysis file says of the patient',
    need: `${need}:btn_edit`,
    ...write,
    params: ofPatient,
    body: Type.Object({ ...fileBody.properties, ...seen }),
    reply: done,
  }),

  /** Ends the one in force on the day before. @throws `dialysis-file.pattern-…` by `pattern-check.ts`, `dialysis-file.ended` */
  pattern: post(`${AT}/{id}/pattern`, {
    summary: 'Give the patient a pattern from a day on',
    need: `${need}:btn_pattern`,
    ...write,
    params: ofPatient,
    body: Type.Object({ ...patternBody.properties, reason: text(MAX_REASON), ...seen }),
    reply: done,
  }),

  /** One proposal at a time: a second one replaces it. @throws `dialysis-file.rx-…` by `prescription-check.ts`, `dialysis-file.ended` */
  propose: post(`${AT}/{id}/prescription`, {
    summary: 'Propose a dialysis prescription',
    need: `${need}:btn_propose`,
    ...write,
    params: ofPatient,
    body: Type.Object({ ...prescriptionContent.properties, ...seen }),
    reply: done,
  }),
  /** Replaces the one in force. @throws `dialysis-file.stale` where the proposal changed since the caller read it, `dialysis-file.no-draft`, `dialysis-file.ended` */
  sign: post(`${AT}/{id}/prescription/{partId}/Actions/Sign`, {
    summary: 'Sign a proposed prescription, which is in force from then on',
    need: `${need}:btn_sign`,
    ...write,
    params: ofPart,
    body: Type.Object(seen),
    reply: done,
  }),
  dropDraft: del(`${AT}/{id}/prescription/{partId}`, {
    summary: 'Take a proposal back',
    need: `${need}:btn_propose`,
    audit: 'write',
    retry: 'natural',
    params: ofPart,
    reply: Type.Null(),
  }),

  /** @throws `dialysis-file.dry-weight-step` where it changes by more than the setting and `confirmed` is not said, `dialysis-file.day`, `dialysis-file.ended` */
  dryWeight: post(`${AT}/{id}/dry-weight`, {
    summary: 'Set the dry weight, or confirm it after a review',
    need: `${need}:btn_weight`,
    ...write,
    params: ofPatient,
    body: Type.Object({
      kg: Type.Number({ minimum: DRY_WEIGHT_KG.min, maximum: DRY_WEIGHT_KG.max }),
      from: day,
      method: oneOf(WEIGHT_METHODS),
      reason,
      confirmed: Type.Boolean(),
      ...seen,
    }),
    reply: done,
  }),

  addAccess: post(`${AT}/{id}/access`, {
    summary: 'Record a vascular access',
    need: `${need}:btn_access`,
    ...write,
    params: ofPatient,
    body: Type.Object({ ...accessBody.properties, state: oneOf(['ripening', 'in-use'] as const) }),
    reply: done,
  }),
  editAccess: put(`${AT}/{id}/access/{partId}`, {
    summary: 'Change what is written of an access',
    need: `${need}:btn_access`,
    ...write,
    params: ofPart,
    body: Type.Object({ ...accessBody.properties, ...seen }),
    reply: done,
  }),
  /** @throws `dialysis-file.access-state` by `access-life.ts` */
  moveAccess: post(`${AT}/{id}/access/{partId}/Actions/Move`, {
    summary: 'An access is used, fails or is removed',
    need: `${need}:btn_access`,
    ...write,
    params: ofPart,
    body: Type.Object({ to: oneOf(['in-use', 'failed', 'removed'] as const), on: day, reason: text(MAX_REASON), ...seen }),
    reply: done,
  }),
  accessEvent: post(`${AT}/{id}/access/{partId}/event`, {
    summary: 'Record what happened to an access',
    need: `${need}:btn_access`,
    ...write,
    params: ofPart,
    body: Type.Object({ kind: oneOf(ACCESS_EVENTS), on: day, note: text(MAX_NOTE) }),
    reply: done,
  }),

  /** @throws `dialysis-file.marker-twice`, `dialysis-file.day` */
  results: post(`${AT}/{id}/result`, {
    summary: 'Record infection markers of one sample',
    need: `${need}:btn_serology`,
    ...write,
    params: ofPatient,
    body: Type.Object({
      on: day,
      results: Type.Array(
        Type.Object({
          marker: oneOf(MARKERS),
          result: oneOf(['negative', 'positive', 'pending'] as const),
          titre: nullable(Type.Integer({ minimum: TITRE.min, maximum: TITRE.max })),
        }),
        { minItems: 1, maxItems: MAX_RESULTS },
      ),
      note: text(MAX_NOTE),
    }),
    reply: done,
  }),
  dropResult: post(`${AT}/{id}/result/{partId}/Actions/Withdraw`, {
    summary: 'Take a wrongly recorded marker back; it stays in the history',
    need: `${need}:btn_serology`,
    ...write,
    params: ofPart,
    body: Type.Object({ reason }),
    reply: done,
  }),
  zone: put(`${AT}/{id}/zone`, {
    summary: 'Put a patient into another zone than the one worked out, or take that back (null)',
    need: `${need}:btn_zone`,
    ...write,
    params: ofPatient,
    body: Type.Object({ zone: nullable(zone), reason, ...seen }),
    reply: done,
  }),

  /** @throws `dialysis-file.consent-modes`, `dialysis-file.consent-reason`, `dialysis-file.consent-valid`, `dialysis-file.consent-file` */
  consent: post(`${AT}/{id}/consent`, {
    summary: 'Record a consent that was signed, or its refusal',
    need: `${need}:btn_consent`,
    ...write,
    params: ofPatient,
    body: Type.Object({
      kind: oneOf(CONSENT_KINDS),
      /** Of a consent to dialysis: the modes that it is for. */
      modes: Type.Array(dialysisMode, { maxItems: DIALYSIS_MODES.length, uniqueItems: true }),
      /** Of a refusal: when, and by whom. */
      signedOn: day,
      signer: Type.String({ minLength: 1, maxLength: MAX_NAME }),
      /** Left out: signed. A refusal says why. */
      decision: Type.Optional(oneOf(CONSENT_DECISIONS)),
      reason: Type.Optional(text(MAX_REASON)),
      formVersion: Type.Optional(text(MAX_FORM_VERSION)),
      /** Left out: as the settings say of its kind; null: until it is withdrawn. */
      validTo: Type.Optional(nullable(day)),
      files: Type.Optional(consentFiles),
    }),
    reply: done,
  }),
  consentFile: get(`${AT}/{id}/consent/{partId}/file/{fileId}`, {
    summary: 'A scan of a consent',
    need,
    audit: 'read-patient',
    raw: true,
    params: Type.Object({ id, partId: id, fileId: id }),
    reply: Type.Null(),
  }),
  /** @throws `dialysis-file.consent-file`, `dialysis-file.consent-files-many` */
  attachConsent: post(`${AT}/{id}/consent/{partId}/Actions/Attach`, {
    summary: 'Scans of a consent that was recorded before',
    need: `${need}:btn_consent`,
    ...write,
    params: ofPart,
    body: Type.Object({ files: consentFiles, ...seen }),
    reply: done,
  }),
  withdrawConsent: post(`${AT}/{id}/consent/{partId}/Actions/Withdraw`, {
    summary: 'A consent was withdrawn',
    need: `${need}:btn_consent`,
    ...write,
    params: ofPart,
    body: Type.Object({ on: day, reason, ...seen }),
    reply: done,
  }),

  /** @throws `dialysis-file.ended`, `dialysis-file.day` */
  end: post(`${AT}/{id}/outcome`, {
    summary: 'Record an outcome; patterns end on that day',
    need: `${need}:btn_outcome`,
    ...write,
    params: ofPatient,
    body: Type.Object({ kind: oneOf(OUTCOMES), on: day, cause: oneOf(DEATH_CAUSES), note: text(MAX_NOTE), ...seen }),
    reply: done,
  }),
  /** Patterns that it ended are in force again. @throws `dialysis-file.not-ended` */
  undoEnd: post(`${AT}/{id}/outcome/Actions/Undo`, {
    summary: 'Take an outcome back',
    need: `${need}:btn_outcome`,
    ...write,
    params: ofPatient,
    body: Type.Object({ reason, ...seen }),
    reply: done,
  }),
});
