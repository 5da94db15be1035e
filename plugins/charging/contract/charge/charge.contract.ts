import { defineContract, get, listOf, pageOf, pageQuery, put, Type } from '@nephra/plugin-sdk/contract';
import {
  billLineRow,
  billRecord,
  billRow,
  billTotal,
  chargeId,
  chargePatientRow,
  chargeQueueRow,
  payWay,
  selfPayBody,
  selfPayPreview,
  settleSheet,
} from './charge.schema.ts';
import { billFilter, day, lineFilter } from '../bill-filter.schema.ts';
import { cancelBody, refundPreview } from './refund.schema.ts';
import { MAX_ID_LIST } from '../limits.ts';

const byId = Type.Object({ id: chargeId });

/**
 * Over more than a month the newest bills alone were looked at, back to this moment (milliseconds), for patients, for lines of a kind or name, for
 * an amount, and for a keyword that finds thousands; null when all were.
 */
const searchedBackTo = Type.Object({ searchedBackTo: Type.Union([Type.Integer(), Type.Null()]) });

/** Charging (spec 7.8), self-pay part. */
export const chargeContract = defineContract('charge', {
  patients: get('/api/his/charge/patients', {
    summary: 'Patients with prescriptions to be charged; with scope `charged` patients with bills in a period',
    need: 'perm:his.charging',
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery, ...billFilter, scope: Type.Optional(Type.Enum(['waiting', 'charged'])) }),
    reply: Type.Intersect([pageOf(chargePatientRow), searchedBackTo]),
    spec: ['7.8-03'],
  }),
  patientList: get('/api/his/charge/patientlist', {
    summary: 'Prescriptions to be charged, oldest first',
    need: 'perm:his.charging',
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      startDate: Type.Optional(day),
      endDate: Type.Optional(day),
      patientId: Type.Optional(Type.String({ maxLength: 64 })),
      /** `1`: only those that an insurer pays for (`reimWay` is not 0), `0`: only the others. */
      insured: Type.Optional(Type.Enum(['0', '1'])),
    }),
    reply: pageOf(chargeQueueRow),
    spec: ['7.8-03'],
  }),
  chargeWay: get('/api/his/charge/chargeway/{id}', {
    summary:
      'Payment ways: those a bill was paid with; for a prescription or `0` those on offer; for `all` every way that bills may name, an insurer’s among them',
    need: 'perm:his.charging',
    audit: 'none',
    params: byId,
    reply: listOf(payWay),
    spec: ['7.8-07'],
  }),
  selfPayPreview: get('/api/his/charge/selfpay/{id}', {
    summary: 'What a self-pay charge of a prescription would take, with price changes since it was saved',
    need: 'perm:his.charging',
    audit: 'read-patient',
    params: byId,
    /** Further prescriptions of the same patient, ids joined by commas. */
    query: Type.Object({ with: Type.Optional(Type.String({ maxLength: MAX_ID_LIST })) }),
    reply: selfPayPreview,
    spec: ['7.8-07'],
  }),
  selfPay: put('/api/his/charge/selfpay/{id}', {
    summary: 'Charge self-pay; the body names the prescription of the address and any others that go on the same bill',
    need: 'perm:his.charging:btn_charge',
    audit: 'money',
    retry: 'idempotent-key',
    params: byId,
    body: selfPayBody,
    reply: billRecord,
    spec: ['7.8-07'],
  }),
  bill: get('/api/his/charge/bill', {
    summary: 'Bills and refunds, newest first',
    need: 'perm:his.charging',
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery, ...billFilter }),
    reply: Type.Intersect([pageOf(billRow), searchedBackTo]),
    spec: ['7.8-02'],
  }),
  billTotal: get('/api/his/charge/billTotal', {
    summary:
      'Sums over the bills that the same filter finds; null for 2,000 and more over more than a month, unless only days, a cashier or refunds are asked for',
    need: 'perm:his.charging',
    audit: 'read',
    query: Type.Object({ keyword: pageQuery.keyword, ...billFilter }),
    reply: Type.Union([billTotal, Type.Null()]),
    spec: ['7.8-02'],
  }),
  billDetail: get('/api/his/charge/billdetail', {
    summary: 'Lines of bills, of one bill when chargeId is given; totalPrice adds up everything the filter finds, null over years',
    need: 'perm:his.charging',
    audit: 'read-patient',
    query: Type.Object({ ...pageQuery, ...billFilter, ...lineFilter, chargeId: Type.Optional(chargeId) }),
    reply: Type.Intersect([pageOf(billLineRow), searchedBackTo, Type.Object({ totalPrice: Type.Union([Type.Number(), Type.Null()]) })]),
    spec: ['7.8-02'],
  }),
  refundPreview: get('/api/his/charge/refund/{id}', {
    summary: 'What of a bill may go back now: by line, and by payment way',
    need: 'perm:his.charging:btn_cancel',
    audit: 'read-patient',
    params: byId,
    reply: refundPreview,
  }),
  cancelBill: put('/api/his/charge/cancelbill', {
    summary: 'Take a bill back, whole or in part, by a refund with negative entries; nothing goes back for what is with the patient',
    need: 'perm:his.charging:btn_cancel',
    audit: 'money',
    retry: 'idempotent-key',
    body: cancelBody,
    reply: billRecord,
    spec: ['7.8-02'],
  }),
  chargeDetail: get('/api/his/charge/chargeDetail', {
    summary: 'Whole bills by id',
    need: 'perm:his.charging',
    audit: 'read-patient',
    /** Bill ids joined by commas, at most 50. */
    query: Type.Object({ chargeIdList: Type.String({ minLength: 1, maxLength: MAX_ID_LIST }) }),
    reply: listOf(billRecord),
    spec: ['7.8-06'],
  }),
  printSettle: get('/api/his/charge/PrintSettle', {
    summary: 'Settlement sheet of a bill',
    need: 'perm:his.charging:btn_print',
    audit: 'print',
    query: Type.Object({ chargeId }),
    reply: listOf(settleSheet),
    spec: ['7.8-05', '9-09', '3-14'],
  }),
  printSettleDetail: get('/api/his/charge/PrintSettleDetail', {
    summary: 'Settlement sheet of a bill with every line, as the fee list prints it',
    need: 'perm:his.charging:btn_print',
    audit: 'print',
    query: Type.Object({ chargeId }),
    reply: listOf(settleSheet),
    spec: ['7.8-05'],
  }),
});
