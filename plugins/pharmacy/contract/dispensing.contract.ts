import { defineContract, get, pageOf, paginationSchema, pageQuery, put, Type } from '@nephra/plugin-sdk/contract';
import { dispensingInfo, dpId, patientRecord, queueRow, stage, updateStateBody } from './dispensing.schema.ts';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Dispensing (spec 7.6). */
export const dispensingContract = defineContract('dispensing', {
  patientList: get('/api/his/pharmacy/patient', {
    summary: 'Prescriptions for the pharmacy, oldest first, with the number at each open stage',
    need: 'perm:his.pharmacy',
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      stage: Type.Optional(stage),
      /** True: also those that nobody has paid yet. */
      unpaid: Type.Optional(Type.Boolean()),
      startDate: Type.Optional(day),
      endDate: Type.Optional(day),
    }),
    reply: Type.Object({
      list: Type.Array(queueRow),
      pagination: paginationSchema,
      counts: Type.Object({ review: Type.Integer(), pick: Type.Integer(), dispense: Type.Integer(), rest: Type.Integer() }),
    }),
    spec: ['7.6-01', '3-09'],
  }),
  ofPatient: get('/api/his/pharmacy/patient/{id}', {
    summary: 'What the pharmacy has to do and did for one patient, newest prescription first, those of files merged into his too',
    need: 'perm:his.pharmacy',
    audit: 'read-patient',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    query: Type.Object({ currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize }),
    reply: pageOf(patientRecord),
  }),
  updateState: put('/api/his/pharmacy/Actions/UpdateState', {
    summary: 'Review, refuse, pick, put back, dispense or take back; each act needs its own button right',
    need: {
      anyOf: ['perm:his.pharmacy:btn_review', 'perm:his.pharmacy:btn_pick', 'perm:his.pharmacy:btn_dispense', 'perm:his.pharmacy:btn_return'],
    },
    audit: 'stock',
    retry: 'idempotent-key',
    body: updateStateBody,
    reply: dispensingInfo,
    spec: ['7.6-03', '5-09'],
  }),
  detail: get('/api/his/pharmacy/{id}', {
    summary: 'Everything needed to dispense one prescription',
    need: 'perm:his.pharmacy',
    audit: 'read-patient',
    params: Type.Object({ id: dpId }),
    reply: dispensingInfo,
    spec: ['7.6-02', '3-10', '5-09'],
  }),
});
