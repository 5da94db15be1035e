import { defineContract, del, get, listOf, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { checkBody, checkOverride, checkReply } from './checks.schema.ts';
import {
  copyBody,
  copyReply,
  customPackageBody,
  customPackageDetail,
  customPackageRow,
  customPackageUpdateBody,
  packageScope,
  printReply,
  splitBody,
  splitFlagReply,
} from './prescribing.schema.ts';
import { prescription } from './prescription.schema.ts';

const id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const orgId = Type.Optional(Type.String({ maxLength: 64 }));
/** The day of treatment, whose prices are shown; today's when it is left out or empty. */
const date = Type.Optional(Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }));

/** What helps while prescribing: own packages, checks, splitting, copying, printing (spec 7.7). */
export const prescribingContract = defineContract('prescribing', {
  customPackages: get('/api/his/prescription/custompackage', {
    summary: 'Own packages and those of the department',
    need: 'perm:his.prescription',
    audit: 'none',
    /** `scope` own: only mine; department: only shared ones; left out: both. */
    query: Type.Object({ ...pageQuery, orgId, date, scope: Type.Optional(packageScope) }),
    reply: pageOf(customPackageRow),
    spec: ['7.7-04'],
  }),
  customPackageDetail: get('/api/his/prescription/customPackagedetail/{id}', {
    summary: 'An own package as ready prescription lines at the prices of a day; what is no longer sold is named in `skipped`',
    need: 'perm:his.prescription',
    audit: 'none',
    params: id,
    query: Type.Object({ date }),
    reply: customPackageDetail,
    spec: ['7.7-04'],
  }),
  createCustomPackage: post('/api/his/prescription/custompackage', {
    summary: 'Keep lines as an own package',
    need: 'perm:his.prescription:btn_package',
    audit: 'write',
    retry: 'idempotent-key',
    body: customPackageBody,
    reply: customPackageDetail,
  }),
  updateCustomPackage: put('/api/his/prescription/custompackage/{id}', {
    summary: 'Change an own package; only its owner may',
    need: 'perm:his.prescription:btn_package',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: customPackageUpdateBody,
    reply: customPackageDetail,
  }),
  removeCustomPackage: del('/api/his/prescription/custompackage/{id}', {
    summary: 'Delete an own package; only its owner may',
    need: 'perm:his.prescription:btn_package',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    query: Type.Object({ version: Type.Optional(Type.Integer()) }),
    reply: Type.Null(),
  }),
  shareCustomPackage: put('/api/his/prescription/custompackage/{id}/Actions/Share', {
    summary: 'Share an own package with the department, or take it back',
    need: 'perm:his.prescription:btn_package',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: Type.Object({ scope: packageScope, version: Type.Integer() }),
    reply: customPackageDetail,
  }),
  check: post('/api/his/prescription/Actions/Check', {
    summary: 'Allergies, duplicates, interactions, doses, supply limits and stock of a draft; changes nothing',
    need: 'perm:his.prescription',
    audit: 'read-patient',
    retry: 'natural',
    body: checkBody,
    reply: checkReply,
  }),
  overrides: get('/api/his/prescription/overrides/{id}', {
    summary: 'Why a prescription was confirmed or dispensed in spite of checks, oldest first',
    need: 'perm:his.prescription',
    audit: 'read-patient',
    params: id,
    reply: listOf(checkOverride),
  }),
  splitFlag: get('/api/his/prescription/splitflag/{id}', {
    summary: 'Whether a prescription must be split, by which rules and into what',
    need: 'perm:his.prescription',
    audit: 'read-patient',
    params: id,
    reply: splitFlagReply,
    spec: ['7.7-07'],
  }),
  split: post('/api/his/prescription/split', {
    summary: 'Split an unconfirmed prescription; the first part keeps the number. Answers all parts',
    need: 'perm:his.prescription:btn_split',
    audit: 'write',
    retry: 'idempotent-key',
    body: splitBody,
    reply: listOf(prescription),
    spec: ['7.7-07'],
  }),
  copy: post('/api/his/prescription/copy/{id}', {
    summary: 'Lines of an old prescription, ready for a new one at the prices of its day, and what could not be taken over; stores nothing',
    need: 'perm:his.prescription:btn_add',
    audit: 'read-patient',
    retry: 'natural',
    params: id,
    body: copyBody,
    reply: copyReply,
  }),
  print: get('/api/his/prescription/print/{id}', {
    summary: 'The prescription as sheets of paper: five rows of drugs each, injection groups whole',
    need: 'perm:his.prescription',
    audit: 'print',
    params: id,
    reply: printReply,
  }),
});
