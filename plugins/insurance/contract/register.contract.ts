import { defineContract, get, listOf, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_CARD_SN, MAX_CERT_NO, MAX_REASON } from './limits.ts';
import { byId, day, id, nullable, oneOf, text, yuan } from './wire-parts.ts';

/** `open` takes fees, `settled` all of its fees are settled, `cancelled` 2202 succeeded, `doubtful` the last call got no answer. */
export const VISIT_STATES = ['registering', 'open', 'settled', 'cancelled', 'doubtful'] as const;
export const visitState = oneOf(VISIT_STATES);
export type VisitState = Static<typeof visitState>;
export const certKind = oneOf(['01', '02', '03']);

/** How the patient proves who he is. Numbers are not kept beyond the visit, tokens of vouchers not at all. */
export const certificate = Type.Object({
  mdtrt_cert_type: certKind,
  mdtrt_cert_no: text(MAX_CERT_NO),
  card_sn: Type.Optional(text(MAX_CARD_SN)),
});

export const visitDiagnosis = Type.Object({
  diag_type: text(3),
  diag_srt_no: Type.Integer({ minimum: 1, maximum: 99 }),
  diag_code: text(20),
  diag_name: text(100),
  vali_flag: oneOf(['0', '1']),
});

export const visitRow = Type.Object({
  id: Type.String(),
  orgId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  psn_no: Type.String(),
  insutype: Type.String(),
  insuplc_admdvs: Type.String(),
  med_type: Type.String(),
  dise_codg: Type.String(),
  dise_name: Type.String(),
  mdtrt_id: Type.String(),
  ipt_otp_no: Type.String(),
  state: visitState,
  /** Milliseconds. */
  begntime: Type.Integer(),
  cancelTime: nullable(Type.Integer()),
  doctorName: Type.String(),
  departmentName: Type.String(),
  dpIds: Type.Array(Type.String()),
  /** The 2203 for it went through. */
  reported: Type.Boolean(),
  simulated: Type.Boolean(),
  /** Set while the system takes it back: why it is not done, how often the platform was asked in vain, when it is asked next (ms); null: a person has to. */
  left: nullable(Type.Object({ explanation: Type.String(), rounds: Type.Integer(), nextTime: nullable(Type.Integer()) })),
});
export type VisitRow = Static<typeof visitRow>;

/** Insurance of a person as 1101 says, with entitlements (2001) and chronic filings (5301). */
export const personInsurance = Type.Object({
  patientId: Type.String(),
  psn_no: Type.String(),
  psn_name: Type.String(),
  gend: Type.String(),
  brdy: Type.String(),
  /** False when name or birthday differ from our file: the cashier is asked before anything goes on. */
  sameAsFile: Type.Boolean(),
  insuinfo: Type.Array(
    Type.Object({
      insutype: Type.String(),
      psn_type: Type.String(),
      balc: yuan,
      psn_insu_stas: Type.String(),
      psn_insu_date: Type.String(),
      paus_insu_date: Type.String(),
      insuplc_admdvs: Type.String(),
      emp_name: Type.String(),
    }),
  ),
  trtinfo: Type.Array(
    Type.Object({
      fund_pay_type: Type.String(),
      trt_enjymnt_flag: Type.String(),
      begndate: Type.String(),
      enddate: Type.String(),
      trt_chk_rslt: Type.String(),
    }),
  ),
  filings: Type.Array(Type.Object({ opsp_dise_code: Type.String(), opsp_dise_name: Type.String(), begndate: Type.String(), enddate: Type.String() })),
  /** Milliseconds. */
  readAt: Type.Integer(),
});
export type PersonInsurance = Static<typeof personInsurance>;

/** Ready-made 2201 of a prescription, and what would be wrong with it. */
export const registerInfo = Type.Object({
  dpId: Type.String(),
  patientId: Type.String(),
  patientName: Type.String(),
  data: Type.Object({
    psn_no: Type.String(),
    insutype: Type.String(),
    begntime: Type.String(),
    mdtrt_cert_type: certKind,
    mdtrt_cert_no: Type.String(),
    ipt_otp_no: Type.String(),
    atddr_no: Type.String(),
    dr_name: Type.String(),
    dept_code: Type.String(),
    dept_name: Type.String(),
    caty: Type.String(),
  }),
  med_type: Type.String(),
  diagnosis: Type.Array(visitDiagnosis),
  /** Keys of `blockers.<key>`: not insured, no diagnosis, unmapped lines … */
  blockers: Type.Array(Type.Object({ key: Type.String(), params: Type.Record(Type.String(), Type.String()) })),
});
export type RegisterInfo = Static<typeof registerInfo>;

export const registerBody = Type.Object({
  /** Prescriptions of one patient, one medical category and one chronic disease. */
  dpIds: Type.Array(id, { minItems: 1, maxItems: 50 }),
  certificate,
  insutype: Type.Optional(text(6)),
  med_type: Type.Optional(text(6)),
  dise_codg: Type.Optional(text(30)),
  dise_name: Type.Optional(text(500)),
});
export type RegisterBody = Static<typeof registerBody>;

export const visitReportBody = Type.Object({
  visitId: id,
  main_cond_dscr: Type.Optional(text(1000)),
  diagnosis: Type.Array(visitDiagnosis, { minItems: 1, maxItems: 20 }),
});

/** A finding of 3101. */
export const analysisFinding = Type.Object({
  jr_id: Type.String(),
  rule_id: Type.String(),
  rule_name: Type.String(),
  vola_cont: Type.String(),
  vola_amt: yuan,
  sev_deg: Type.String(),
  vola_evid: Type.String(),
});
export const analysisRow = Type.Object({
  id: Type.String(),
  visitId: nullable(Type.String()),
  dpIds: Type.Array(Type.String()),
  patientId: Type.String(),
  patientName: Type.String(),
  /** `clean`, `findings`, or `failed` when the platform did not answer. */
  verdict: oneOf(['clean', 'findings', 'failed']),
  findings: Type.Array(analysisFinding),
  time: Type.Integer(),
  operatorName: Type.String(),
});
export type AnalysisRow = Static<typeof analysisRow>;

const NEED = 'perm:his.insurance';
const ACT = 'perm:his.insurance:btn_register';
const visitFilter = {
  ...pageQuery,
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  patientId: Type.Optional(id),
  state: Type.Optional(visitState),
};

/** Spec 7.3: outpatient registration with the insurer. Every write talks to the platform and is journalled. */
export const registerContract = defineContract('outpatientregister', {
  person: post('/api/medins/person/{id}', {
    summary: 'Read a patient’s insurance from the platform: 1101, 2001, 5301',
    need: { anyOf: [NEED, 'perm:his.charging'] },
    audit: 'read-patient',
    retry: 'natural',
    transaction: 'own',
    params: byId,
    body: Type.Object({ certificate: Type.Optional(certificate) }),
    reply: personInsurance,
  }),
  validByDpId: get('/api/medins/outpatientregister/validByDpId/{id}', {
    summary: 'Has this prescription an open registration that fits its category and disease',
    need: { anyOf: [NEED, 'perm:his.charging'] },
    audit: 'read-patient',
    params: byId,
    reply: Type.Object({ valid: Type.Boolean(), mdtrtId: Type.String(), visitId: nullable(Type.String()), reason: Type.String() }),
    spec: ['7.3-06'],
  }),
  registerInfo: get('/api/medins/outpatientregister/registerInfo/{id}', {
    summary: 'Ready-made registration of a prescription',
    need: { anyOf: [NEED, 'perm:his.charging'] },
    audit: 'read-patient',
    params: byId,
    reply: registerInfo,
    spec: ['7.3-07'],
  }),
  list: get('/api/medins/outpatientregister', {
    summary: 'Registrations, newest first',
    need: NEED,
    audit: 'read-patient',
    query: Type.Object(visitFilter),
    reply: pageOf(visitRow),
    spec: ['7.3-08'],
  }),
  register: post('/api/medins/outpatientregister', {
    summary: 'Register a visit (2201)',
    need: { anyOf: [ACT, 'perm:his.charging:btn_charge'] },
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: registerBody,
    reply: visitRow,
    spec: ['7.3-08'],
  }),
  cancelled: get('/api/medins/outpatientregister/cancel', {
    summary: 'Cancelled registrations',
    need: NEED,
    audit: 'read-patient',
    query: Type.Object(visitFilter),
    reply: pageOf(visitRow),
    spec: ['7.3-09'],
  }),
  cancel: post('/api/medins/outpatientregister/cancel', {
    summary: 'Cancel a registration without fees (2202)',
    need: ACT,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ visitId: id, reason: text(MAX_REASON) }),
    reply: visitRow,
    spec: ['7.3-09'],
  }),
  patientRegist: get('/api/medins/outpatientregister/patientRegist/{id}', {
    summary: 'Open registrations of a patient',
    need: { anyOf: [NEED, 'perm:his.charging'] },
    audit: 'read-patient',
    params: byId,
    reply: listOf(visitRow),
    spec: ['7.3-10'],
  }),
  visitReport: get('/api/medins/outpatientregister/mdtrtinfo', {
    summary: 'What was reported of a visit: category, disease, diagnoses',
    need: NEED,
    audit: 'read-patient',
    query: Type.Object({ visitId: id }),
    reply: Type.Object({ visit: visitRow, main_cond_dscr: Type.String(), diagnosis: Type.Array(visitDiagnosis), reportedAt: nullable(Type.Integer()) }),
    spec: ['7.3-11'],
  }),
  reportVisit: post('/api/medins/outpatientregister/mdtrtinfo', {
    summary: 'Report a visit with its diagnoses (2203)',
    need: ACT,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    body: visitReportBody,
    reply: visitRow,
    spec: ['7.3-11'],
  }),
  analyses: get('/api/medins/outpatientregister/bfranalysis', {
    summary: 'Results of checks beforehand',
    need: NEED,
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery, patientId: Type.Optional(id), startDate: Type.Optional(day), endDate: Type.Optional(day) }),
    reply: pageOf(analysisRow),
    spec: ['7.3-12'],
  }),
  analyse: post('/api/medins/outpatientregister/bfranalysis', {
    summary: 'Check prescriptions beforehand (3101)',
    need: { anyOf: [NEED, 'perm:his.charging', 'perm:his.prescription'] },
    audit: 'read-patient',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ dpIds: Type.Array(id, { minItems: 1, maxItems: 50 }) }),
    reply: analysisRow,
    spec: ['7.3-12'],
  }),
  analysis: get('/api/medins/outpatientregister/bfranalysis/{id}', {
    summary: 'One of them; by its own id or by a prescription’s, whose newest it is',
    need: NEED,
    audit: 'read-patient',
    params: byId,
    reply: analysisRow,
    spec: ['7.3-13'],
  }),
  cancelRegister: post('/api/medins/outpatientregister/cancelregister', {
    summary: 'Take back unsettled fees and the registration (2205, 2202)',
    need: ACT,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ visitId: id, reason: text(MAX_REASON) }),
    reply: visitRow,
    spec: ['7.3-14'],
  }),
});
