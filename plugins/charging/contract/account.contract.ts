import { defineContract, fileLink, get, pageOf, pageQuery, Type } from '@nephra/plugin-sdk/contract';
import { chargeDay, patientAccount } from './account.schema.ts';
import { billFilter, day, lineFilter } from './bill-filter.schema.ts';

const { keyword, currentPage } = pageQuery;
/** Days of a page, all that one call gives unless fewer are asked for: more than a year of them. */
const pageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 500 }));

/** What was charged, by day, by patient, and as workbooks. The exports take the filters of the lists and hold every page of them. */
export const accountContract = defineContract('chargeAccount', {
  days: get('/api/his/charge/day', {
    summary: 'What each business day brought in, oldest first',
    need: 'perm:his.charging',
    audit: 'read',
    query: Type.Object({ keyword, currentPage, pageSize, ...billFilter }),
    reply: pageOf(chargeDay),
  }),
  patientDetail: get('/api/his/charge/patientdetail', {
    summary: 'One patient’s money in a period: totals, days, articles, bills; files that were merged count together',
    need: 'perm:his.charging',
    audit: 'read-patient',
    query: Type.Object({ patientId: Type.String({ minLength: 1, maxLength: 64 }), startDate: Type.Optional(day), endDate: Type.Optional(day) }),
    reply: patientAccount,
    spec: ['7.8-03'],
  }),
  exportBills: get('/api/his/charge/Bill/Actions/Export', {
    summary: 'Bills and refunds as a workbook',
    need: 'perm:his.charging:btn_export',
    audit: 'export',
    raw: true,
    link: true,
    query: Type.Object({ keyword, ...billFilter }),
    reply: fileLink,
    spec: ['7.8-04'],
  }),
  exportLines: get('/api/his/charge/Detail/Actions/Export', {
    summary: 'Lines of bills as a workbook',
    need: 'perm:his.charging:btn_export',
    audit: 'export',
    raw: true,
    link: true,
    query: Type.Object({ keyword, ...billFilter, ...lineFilter }),
    reply: fileLink,
    spec: ['7.8-04'],
  }),
  exportInvoices: get('/api/his/charge/Invoice/Actions/Export', {
    summary: 'Receipts with their sums by group and in capitals, as a workbook',
    need: 'perm:his.charging:btn_export',
    audit: 'export',
    raw: true,
    link: true,
    query: Type.Object({ keyword, ...billFilter }),
    reply: fileLink,
    spec: ['7.8-04'],
  }),
  exportPatients: get('/api/his/charge/Patient/Actions/Export', {
    summary: 'Patients with what they paid and got back, as a workbook',
    need: 'perm:his.charging:btn_export',
    audit: 'export',
    raw: true,
    link: true,
    query: Type.Object({ keyword, ...billFilter }),
    reply: fileLink,
    spec: ['7.8-04'],
  }),
});
