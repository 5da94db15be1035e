import { defineContract, get, pageQuery, post, put, type Static, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { enableMark } from './catalogue-entry.schema.ts';
import { sharedListOf } from './shared-list.schema.ts';

export const MAX_DIAGNOSIS_CODE = 40;
export const MAX_DIAGNOSIS_NAME = 200;
const code = Type.String({ minLength: 1, maxLength: MAX_DIAGNOSIS_CODE, pattern: '\\S' });
const name = Type.String({ minLength: 1, maxLength: MAX_DIAGNOSIS_NAME, pattern: '\\S' });
/** The list is one for all facilities, so its handlers let through those alone who keep shared lists, whoever else was granted the code. */
const KEEP = 'perm:his.catalogue:btn_diagnosis';

/** Rows of one workbook: the national lists have some 36,000. */
export const DIAGNOSES_PER_FILE = 60_000;
/** Rows of one call: others are served in between, and calling off works at once. */
export const DIAGNOSES_PER_CALL = 500;

/** One diagnosis of the list. Its code is its identity: papers carry it. */
export const diagnosisListRow = Type.Object({ code: Type.String(), name: Type.String(), enableMark, version: Type.Integer() });
export type DiagnosisListRow = Static<typeof diagnosisListRow>;

const filter = { keyword: pageQuery.keyword, enabled: Type.Optional(enableMark) };

/** What a row of a workbook would do to the list, or what is wrong with it. */
export const diagnosisPreviewRow = Type.Object({
  rowNumber: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  kind: Type.Union([Type.Literal('new'), Type.Literal('renamed'), Type.Literal('same'), Type.Literal('wrong')]),
  /** Name that the list has now, of a row that would change it. */
  nameBefore: Type.String(),
  problem: Type.Union([
    Type.Literal(''),
    Type.Literal('code-missing'),
    Type.Literal('name-missing'),
    Type.Literal('code-long'),
    Type.Literal('name-long'),
    Type.Literal('code-twice'),
  ]),
  /** Row that has the same code, of `code-twice`; else 0. */
  twinRow: Type.Integer(),
});
export type DiagnosisPreviewRow = Static<typeof diagnosisPreviewRow>;

export const createDiagnosisBody = Type.Object({ code, name });
export const updateDiagnosisBody = Type.Object({ name, enableMark, version: Type.Integer() });

/** Diagnoses that prescriptions and patient files choose from: the same for every facility of the system. */
export const catalogueDiagnosisContract = defineContract('catalogueDiagnosis', {
  diagnoses: get('/api/his/diagnosis', {
    summary: 'The list of diagnoses, disabled ones too',
    need: 'perm:his.catalogue',
    audit: 'none',
    query: Type.Object({ ...pageQuery, ...filter }),
    reply: sharedListOf(diagnosisListRow),
  }),
  export: get('/api/his/diagnosis/Actions/Export', {
    summary: 'The list as an .xlsx file, which can be imported again',
    need: 'perm:his.catalogue:btn_export',
    audit: 'export',
    query: Type.Object(filter),
    reply: Type.Null(),
    raw: true,
  }),
  template: get('/api/his/diagnosis/Actions/Template', {
    summary: 'Empty workbook with the headings that the import reads',
    need: KEEP,
    audit: 'none',
    reply: Type.Null(),
    raw: true,
  }),
  create: post('/api/his/diagnosis', {
    summary: 'Add a diagnosis',
    need: KEEP,
    audit: 'write',
    retry: 'idempotent-key',
    body: createDiagnosisBody,
    reply: diagnosisListRow,
  }),
  update: put('/api/his/diagnosis/{id}', {
    summary: 'Rename, disable or enable a diagnosis; papers keep the name that they were written with',
    need: KEEP,
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ id: code }),
    body: updateDiagnosisBody,
    reply: diagnosisListRow,
  }),
  preview: post('/api/his/diagnosis/Actions/Preview', {
    summary: 'Rows of a workbook with what each would do, or what is wrong with it; nothing is imported or kept',
    need: KEEP,
    audit: 'read',
    retry: 'natural',
    transaction: 'own',
    encoding: 'multipart',
    body: uploadBody,
    reply: Type.Object({ list: Type.Array(diagnosisPreviewRow) }),
  }),
  importRows: post('/api/his/diagnosis/Actions/Import', {
    summary: 'Add these diagnoses; of codes that the list has, the name is taken over and nothing else changes',
    need: KEEP,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ list: Type.Array(createDiagnosisBody, { minItems: 1, maxItems: DIAGNOSES_PER_CALL }) }),
    reply: Type.Object({ added: Type.Integer(), renamed: Type.Integer(), same: Type.Integer() }),
  }),
});
