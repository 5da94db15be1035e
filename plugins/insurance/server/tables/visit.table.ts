import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { VISIT_STATES } from '../../contract/register.contract.ts';
import type { Filing } from '../../domain/settlement/settle-checks.ts';
import { actor, said, wordParams } from './said.column.ts';

export interface VisitDiagnosis {
  readonly diag_type: string;
  readonly diag_srt_no: number;
  readonly diag_code: string;
  readonly diag_name: string;
  readonly vali_flag: '0' | '1';
}

/** Visits as they are registered with the insurer, with what is still to be taken back of them (`tidy…`). */
export const visitTable = defineTable(
  'insurance.visit',
  {
    id: column.id(),
    orgId: column.org(),
    patientId: column.id(),
    patientName: said(),
    psnNo: said(),
    insutype: said(),
    insuplcAdmdvs: said(),
    medType: said(),
    diseCodg: said(),
    diseName: said(),
    /** Number at the insurer; empty until 2201 was answered. */
    mdtrtId: said(),
    /** Our own unique number of the visit. */
    iptOtpNo: column.text(64),
    state: column.choice(...VISIT_STATES),
    begntime: column.instant(),
    cancelTime: column.instant().nullable(),
    cancelReason: said(),
    doctorNo: said(),
    doctorName: said(),
    departmentCode: said(),
    departmentName: said(),
    dpIds: column.json<readonly string[]>(),
    mainCondDscr: said(),
    diagnosis: column.json<readonly VisitDiagnosis[]>(),
    reportedAt: column.instant().nullable(),
    /** The last fee line number given out; numbers never come back within a visit. */
    lastLine: column.int(0, Number.MAX_SAFE_INTEGER),
    simulated: column.flag(),
    createdAt: column.instant(),
    /** `cancel`: its unsettled fees and the registration go; `open`: only the fees do, then it takes fees again. */
    tidy: column.choice('', 'cancel', 'open'),
    /** The transaction that comes next. */
    tidyStep: column.choice('', '2201', '2205', '2202'),
    /** The message of that step that nobody answered: it is repeated as it was. */
    tidyExchangeId: column.id().nullable(),
    tidyReason: said(),
    tidyById: actor(),
    tidyByName: actor(),
    tidyRounds: column.int(0, 2_000_000_000),
    /** Null while there is nothing to do, or nothing that can be done without a person. */
    nextTryAt: column.instant().nullable(),
    leaseOwner: said(),
    leaseUntil: column.instant(),
    problem: said(),
    problemParams: wordParams(),
    /** Written by the database. */
    searchGrams: column.grams('patientName', 'mdtrtId', 'iptOtpNo'),
  },
  { rowsStay: true, unique: { visit_number: ['orgId', 'iptOtpNo'] } },
);
export interface VisitStored extends StoredOf<typeof visitTable> {}

/** Checks beforehand (3101). */
export const analysisTable = defineTable(
  'insurance.analysis',
  {
    id: column.id(),
    orgId: column.org(),
    visitId: column.id().nullable(),
    dpIds: column.json<readonly string[]>(),
    patientId: column.id(),
    patientName: said(),
    verdict: column.choice('clean', 'findings', 'failed'),
    findings: column.json<readonly Readonly<Record<string, unknown>>[]>(),
    at: column.instant(),
    operatorName: actor(),
  },
  { rowsStay: true },
);
export interface AnalysisStored extends StoredOf<typeof analysisTable> {}

/** What 5301 said of a patient last. */
export const filingAnswerTable = defineTable(
  'insurance.filing_answer',
  { orgId: column.org(), patientId: column.id(), psnNo: said(), filings: column.json<readonly Filing[]>(), askedAt: column.instant() },
  { rowsStay: true, key: ['orgId', 'patientId'] },
);
