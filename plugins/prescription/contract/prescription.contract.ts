import { defineContract, del, get, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { catalogueRow, drugType, packageRow } from '../../catalogue/contract/index.ts';
import { overrideInput } from './checks.schema.ts';
import { MAX_KEYWORD } from './head-limits.ts';
import { historyRow, readyLines } from './prescribing.schema.ts';
import { chargeView, createBody, diagnosisRow, dpId, prescription, prescriptionHead, updateBody, workPatient } from './prescription.schema.ts';
import { payStatus, rxStatus } from './states.ts';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
/** Empty counts as absent: clients of the platform send empty members. */
const dayOrNone = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' });
const id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const orgId = Type.Optional(Type.String({ maxLength: 64 }));

/** The day of treatment, whose prices are shown; today's when it is left out. */
const date = Type.Optional(dayOrNone);

/** Catalogue look-ups: `keyword` finds by name, pinyin initials or code; `orgId` names the facility whose prices apply. */
const catalogueQuery = { ...pageQuery, orgId, date, drugType: Type.Optional(drugType) };

/** Prescriptions (spec 7.7). */
export const prescriptionContract = defineContract('prescription', {
  create: post('/api/his/prescription', {
    summary: 'Add a prescription; the server computes every amount',
    need: 'perm:his.prescription:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: createBody,
    reply: prescription,
    spec: ['7.7-01', '4-16'],
  }),
  update: put('/api/his/prescription/{dpId}', {
    summary: 'Replace an unconfirmed prescription; refused when somebody else changed it',
    need: 'perm:his.prescription:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ dpId }),
    body: updateBody,
    reply: prescription,
    spec: ['7.7-01', '4-16'],
  }),
  remove: del('/api/his/prescription/{id}', {
    summary: 'Void an uncharged prescription',
    need: 'perm:his.prescription:btn_remove',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    query: Type.Object({ version: Type.Optional(Type.Integer()) }),
    reply: Type.Null(),
    spec: ['7.7-01', '4-16'],
  }),
  patients: get('/api/his/prescription/patient', {
    summary: 'Patients of the work area: those of a day, dialysis patients, or all',
    need: 'perm:his.prescription',
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      keyword: Type.Optional(Type.String({ maxLength: MAX_KEYWORD })),
      scope: Type.Optional(Type.Union([Type.Literal('today'), Type.Literal('dialysis'), Type.Literal('all')])),
      date: Type.Optional(dayOrNone),
      classId: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    reply: pageOf(workPatient),
    spec: ['7.7-03', '4-18'],
  }),
  ofPatient: get('/api/his/prescription/prescriptionlist/{id}', {
    summary: "A patient's prescriptions, newest first, those of files merged into his too",
    need: 'perm:his.prescription',
    audit: 'read-patient',
    params: id,
    query: Type.Object({
      ...pageQuery,
      startDate: Type.Optional(dayOrNone),
      endDate: Type.Optional(dayOrNone),
      dpType: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999 })),
      workerId: Type.Optional(Type.String({ maxLength: 64 })),
      /** Only prescriptions with a line of this name, pinyin not needed: part of the name. */
      drugKeyword: Type.Optional(Type.String({ maxLength: MAX_KEYWORD })),
      /** Only those confirmed. */
      confirmedOnly: Type.Optional(Type.Boolean()),
    }),
    reply: pageOf(historyRow),
    spec: ['7.7-03'],
  }),
  query: post('/api/his/prescription/query-prescriptions', {
    summary: 'Find prescriptions',
    need: 'perm:his.prescription',
    audit: 'read-patient',
    retry: 'natural',
    body: Type.Object({
      ...pageQuery,
      patientId: Type.Optional(Type.String({ maxLength: 64 })),
      startDate: Type.Optional(dayOrNone),
      endDate: Type.Optional(dayOrNone),
      payStatus: Type.Optional(Type.Array(payStatus, { maxItems: 9 })),
      rxStatus: Type.Optional(Type.Array(rxStatus, { maxItems: 10 })),
    }),
    reply: pageOf(prescriptionHead),
    spec: ['7.7-02'],
  }),
  tabs: post('/api/his/prescription/tab-prescription', {
    summary: 'Prescriptions of a patient on a day, one per tab; a single one without dpId when there is none yet',
    need: 'perm:his.prescription',
    audit: 'read-patient',
    retry: 'natural',
    body: Type.Object({ patientId: Type.String({ maxLength: 64 }), date: Type.Optional(dayOrNone) }),
    /** `closedMonths`: months `YYYY-MM` within reach of today whose accounts are closed; nothing can be prescribed for a day of one. */
    reply: Type.Object({ list: Type.Array(prescription), closedMonths: Type.Optional(Type.Array(Type.String())) }),
    spec: ['7.7-02', '4-17'],
  }),
  drug: get('/api/his/prescription/drug', {
    summary: 'Drug catalogue with stock',
    need: 'perm:his.prescription',
    audit: 'none',
    query: Type.Object(catalogueQuery),
    reply: pageOf(catalogueRow),
    spec: ['7.7-04'],
  }),
  material: get('/api/his/prescription/material', {
    summary: 'Material catalogue with stock',
    need: 'perm:his.prescription',
    audit: 'none',
    query: Type.Object(catalogueQuery),
    reply: pageOf(catalogueRow),
    spec: ['7.7-04'],
  }),
  item: get('/api/his/prescription/prescriptionitem', {
    summary: 'Treatments, examinations and laboratory items (drugType 化验)',
    need: 'perm:his.prescription',
    audit: 'none',
    /** `lab` true: only laboratory items; false: only the others. */
    query: Type.Object({ ...catalogueQuery, lab: Type.Optional(Type.Boolean()) }),
    reply: pageOf(catalogueRow),
    spec: ['7.7-04'],
  }),
  packages: get('/api/his/prescription/prescriptionpackage', {
    summary: 'Packages of the facility',
    need: 'perm:his.prescription',
    audit: 'none',
    query: Type.Object({ ...pageQuery, orgId, date }),
    reply: pageOf(packageRow),
    spec: ['7.7-04'],
  }),
  packageDetail: get('/api/his/prescription/packagedetail/{id}', {
    summary: 'A package as ready prescription lines at the prices of a day; what is no longer sold is named in `skipped`',
    need: 'perm:his.prescription',
    audit: 'none',
    params: id,
    query: Type.Object({ orgId, date }),
    reply: readyLines,
    spec: ['7.7-04'],
  }),
  diagnosis: get('/api/his/prescription/diagnosis', {
    summary: 'Diagnoses to choose from, for prescriptions and for files of patients',
    need: { anyOf: ['perm:his.prescription', 'perm:his.patient:btn_add', 'perm:his.patient:btn_edit'] },
    audit: 'none',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(diagnosisRow),
  }),
  updateState: put('/api/his/prescription/Actions/UpdateState', {
    summary: 'Confirm (rxStatus 1): sends the prescription to charging and to the pharmacy',
    need: 'perm:his.prescription:btn_confirm',
    audit: 'write',
    retry: 'idempotent-key',
    /** `overrides`: the reason for each finding of level reason (see `check`); without them the first open finding is the refusal. */
    body: Type.Object({ dpId, rxStatus: Type.Literal(1), version: Type.Integer(), overrides: Type.Optional(Type.Array(overrideInput, { maxItems: 100 })) }),
    reply: prescription,
    spec: ['7.7-05', '4-19'],
  }),
  unConfirm: post('/api/his/prescription/Actions/UnConfirm/{id}', {
    summary: 'Take a confirmed prescription back while it is neither charged nor picked',
    need: 'perm:his.prescription:btn_unconfirm',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: Type.Object({ version: Type.Integer() }),
    reply: prescription,
    spec: ['7.7-07', '4-19'],
  }),
  dayCharge: get('/api/his/prescription/daycharge', {
    summary: "A patient's prescriptions of one day with all lines",
    need: 'perm:his.prescription',
    audit: 'read-patient',
    query: Type.Object({ patientId: Type.String({ maxLength: 64 }), date: day }),
    reply: chargeView,
    spec: ['7.7-06', '3-15'],
  }),
  monthCharge: get('/api/his/prescription/monthcharge', {
    summary: "A patient's prescriptions of one month with all lines",
    need: 'perm:his.prescription',
    audit: 'read-patient',
    query: Type.Object({ patientId: Type.String({ maxLength: 64 }), month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }) }),
    reply: chargeView,
    spec: ['7.7-06', '3-15'],
  }),
  adviceCount: get('/api/his/prescription/getCountById/{id}', {
    summary: 'Number of open dialysis orders of a patient: lines ordered per session whose course has not ended',
    need: 'perm:his.prescription',
    audit: 'none',
    params: id,
    reply: Type.Object({ count: Type.Integer() }),
    spec: ['7.7-08'],
  }),
  detail: get('/api/his/prescription/{id}', {
    summary: 'One prescription with its lines',
    need: 'perm:his.prescription',
    audit: 'read-patient',
    params: id,
    reply: prescription,
    spec: ['7.7-01'],
  }),
});
