import { defineContract, get, listOf, pageOf, pageQuery, Type } from '@nephra/plugin-sdk/contract';
import { billedPatient, insuredPatient, patientClass, patientFile, patientId, patientRow, patientType } from './patient.schema.ts';

/** `YYYY-MM-DD`; empty counts as absent, because clients of the platform send empty members. */
const day = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' });
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
      /** Only patients who carry this infection mark. */
      infected: Type.Optional(Type.String({ maxLength: 10 })),
      classId: Type.Optional(Type.String({ maxLength: 40 })),
      /** Only patients whose plan has a session on this day. */
      scheduledOn: Type.Optional(day),
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
  reveal: get('/api/his/patient/{id}/Actions/Reveal', {
    summary: 'Identity number and telephone numbers in full; each look is in the audit log',
    need: 'perm:his.patient:btn_reveal',
    audit: 'read-patient',
    params: byId,
    reply: Type.Object({ patientIdcard: Type.String(), phone: Type.String(), contactPhone: Type.String() }),
  }),
});
