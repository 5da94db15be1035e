import { defineContract, get, listOf, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { MAX_REASON, MIN_REASON } from './limits.ts';
import { mergePreview, mergeRecord } from './merge/merge.schema.ts';
import { patientId, patientType } from './file-parts.schema.ts';
import { billedPatient, insuredPatient, patientClass, patientFile, patientRow } from './patient.schema.ts';
import { fileChange, notDuplicateOf, patientCreate, patientEdit, patientSaved, possibleDuplicate } from './patient-write.schema.ts';

/** `YYYY-MM-DD`; empty counts as absent, because clients of the platform send empty members. */
const day = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' });
/** Why somebody looked or acted; people read it in the audit log and in the file's history. */
const reason = Type.String({ minLength: MIN_REASON, maxLength: MAX_REASON });
const byId = Type.Object({ id: patientId });

/** Patients (spec 7.6). Paths that the specification does not show carry our own names. */
export const patientContract = defineContract('patient', {
  list: get('/api/his/patient', {
    summary: 'Patients of the facility',
    need: 'perm:his.patient',
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      patientType: Type.Optional(patientType),
      reimWay: Type.Optional(Type.String({ pattern: '^[0-9]{0,6}$' })),
      /** Only patients who carry this infection mark; `UNTESTED`: those without any. */
      infected: Type.Optional(Type.String({ maxLength: 10 })),
      classId: Type.Optional(Type.String({ maxLength: 40 })),
      /** Only patients whose plan has a session on this day. */
      scheduledOn: Type.Optional(day),
      /** Default `enabled`: files in use. */
      state: Type.Optional(Type.Union([Type.Literal('enabled'), Type.Literal('disabled'), Type.Literal('merged'), Type.Literal('')])),
    }),
    reply: pageOf(patientRow),
  }),
  classes: get('/api/his/patient/classes', {
    summary: 'Dialysis shifts with the number of patients planned for a day',
    need: { anyOf: ['perm:his.patient', 'perm:his.patient.lookup'] },
    audit: 'none',
    query: Type.Object({ date: Type.Optional(day) }),
    reply: listOf(patientClass),
    spec: ['7.6-04'],
  }),
  insured: get('/api/his/patient/hi/list', {
    summary: 'Insured patients',
    need: { anyOf: ['perm:his.patient', 'perm:his.patient.lookup'] },
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(insuredPatient),
    spec: ['7.6-05'],
  }),
  billed: get('/api/his/patient/bill/list', {
    summary: 'Patients who have bills',
    need: { anyOf: ['perm:his.patient', 'perm:his.patient.lookup'] },
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(billedPatient),
    spec: ['7.6-06'],
  }),
  file: get('/api/his/patient/{id}', {
    summary: "A patient's file, identity numbers masked",
    need: { anyOf: ['perm:his.patient', 'perm:his.patient.lookup'] },
    audit: 'read-patient',
    params: byId,
    reply: patientFile,
    spec: ['7.6-07'],
  }),
  reveal: post('/api/his/patient/{id}/Actions/Reveal', {
    summary: 'Identity number and telephone numbers in full; each look is in the audit log with its reason',
    need: 'perm:his.patient:btn_reveal',
    audit: 'read-patient',
    retry: 'natural',
    params: byId,
    body: Type.Object({ reason }),
    // Telephone numbers are missing for callers without the column code `phone`.
    reply: Type.Object({ patientIdcard: Type.String(), phone: Type.Optional(Type.String()), contactPhone: Type.Optional(Type.String()) }),
  }),
  create: post('/api/his/patient', {
    summary: 'Open a patient file; numbers that are left empty are issued',
    need: 'perm:his.patient:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: patientCreate,
    reply: patientSaved,
  }),
  edit: put('/api/his/patient/{id}', {
    summary: 'Change a patient file; refused when somebody else changed it since',
    need: 'perm:his.patient:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: patientEdit,
    reply: patientSaved,
  }),
  state: put('/api/his/patient/{id}/Actions/State', {
    summary: 'Take a patient file out of use, or into use again',
    need: 'perm:his.patient:btn_state',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({
      enableMark: Type.Union([Type.Literal(0), Type.Literal(1)]),
      version: Type.Integer(),
      reason: Type.Optional(Type.String({ maxLength: MAX_REASON })),
    }),
    reply: patientSaved,
  }),
  duplicates: post('/api/his/patient/Actions/Duplicates', {
    summary: 'Files that may be the same person: by identity number, by name and birthday, by telephone',
    need: { anyOf: ['perm:his.patient:btn_add', 'perm:his.patient:btn_edit', 'perm:his.patient:btn_merge'] },
    audit: 'read-patient',
    retry: 'natural',
    body: Type.Object({
      /** The file itself; what is left out below is taken from it. */
      patientId: Type.Optional(patientId),
      patientName: Type.Optional(Type.String({ maxLength: 50 })),
      birthday: Type.Optional(Type.Union([Type.String({ maxLength: 10 }), Type.Null()])),
      patientIdcard: Type.Optional(Type.String({ maxLength: 30 })),
      phone: Type.Optional(Type.String({ maxLength: 20 })),
      notDuplicateOf,
    }),
    reply: listOf(possibleDuplicate),
  }),
  history: get('/api/his/patient/{id}/Actions/History', {
    summary: 'Who changed the file, when, and what, newest first',
    need: 'perm:his.patient',
    audit: 'read-patient',
    params: byId,
    query: Type.Object({ currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize }),
    reply: pageOf(fileChange),
  }),
  merges: get('/api/his/patient/{id}/Actions/Merges', {
    summary: 'Merges in which the file took part, newest first',
    need: 'perm:his.patient',
    audit: 'read-patient',
    params: byId,
    reply: listOf(mergeRecord),
  }),
  mergePreview: get('/api/his/patient/{id}/Actions/MergePreview', {
    summary: 'What would become of two files if the other were merged into this one',
    need: 'perm:his.patient:btn_merge',
    audit: 'read-patient',
    params: byId,
    query: Type.Object({ from: patientId }),
    reply: mergePreview,
  }),
  merge: post('/api/his/patient/{id}/Actions/Merge', {
    summary: 'Merge another file of the same person into this one',
    need: 'perm:his.patient:btn_merge',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({ from: patientId, version: Type.Integer(), fromVersion: Type.Integer(), reason }),
    reply: patientSaved,
  }),
  separate: post('/api/his/patient/Merge/{id}/Actions/Undo', {
    summary: 'Take a merge back, as long as nothing was written for the file that was left',
    need: 'perm:his.patient:btn_merge',
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({ reason }),
    reply: patientSaved,
  }),
});
