import type { ColumnType } from '@nephra/plugin-sdk/server';
import type { SettlementAmounts, SettlementState, VisitState } from '../../../contract/index.ts';
import type { Filing } from '../../../domain/settlement/settle-checks.ts';

type Kept<T> = ColumnType<T, T, never>;
/** A list in a jsonb column: read as it is, written as text. */
type Json<T> = ColumnType<T, string | undefined, string>;
type WithDefault<T> = ColumnType<T, T | undefined, T>;

/** What an update may say of a table's columns. */
export type ChangesOf<Table> = { readonly [Column in keyof Table]?: Table[Column] extends { readonly __update__: infer Value } ? Value : Table[Column] };

export interface VisitDiagnosis {
  readonly diag_type: string;
  readonly diag_srt_no: number;
  readonly diag_code: string;
  readonly diag_name: string;
  readonly vali_flag: '0' | '1';
}

export interface VisitTable {
  id: Kept<string>;
  org_id: Kept<string>;
  patient_id: Kept<string>;
  patient_name: Kept<string>;
  psn_no: Kept<string>;
  insutype: Kept<string>;
  insuplc_admdvs: Kept<string>;
  med_type: Kept<string>;
  dise_codg: Kept<string>;
  dise_name: Kept<string>;
  mdtrt_id: WithDefault<string>;
  ipt_otp_no: Kept<string>;
  state: VisitState;
  begntime: Kept<Date>;
  cancel_time: ColumnType<Date | null, undefined, Date | null>;
  cancel_reason: WithDefault<string>;
  doctor_no: Kept<string>;
  doctor_name: Kept<string>;
  department_code: Kept<string>;
  department_name: Kept<string>;
  dp_ids: Json<string[]>;
  main_cond_dscr: WithDefault<string>;
  diagnosis: Json<VisitDiagnosis[]>;
  reported_at: ColumnType<Date | null, undefined, Date | null>;
  last_line: ColumnType<string, undefined, number>;
  simulated: Kept<boolean>;
  created_at: Kept<Date>;
  tidy: WithDefault<'' | 'cancel' | 'open'>;
  tidy_step: WithDefault<'' | '2201' | '2205' | '2202'>;
  tidy_exchange_id: ColumnType<string | null, undefined, string | null>;
  tidy_reason: WithDefault<string>;
  tidy_by_id: WithDefault<string>;
  tidy_by_name: WithDefault<string>;
  tidy_rounds: WithDefault<number>;
  next_try_at: ColumnType<Date | null, undefined, Date | null>;
  problem: WithDefault<string>;
  problem_params: Json<Record<string, string | number>>;
}

/** A payment as the cashier entered it; fen. */
export interface StoredPayment {
  readonly payWay: string;
  readonly amount: number;
  readonly tendered?: number;
  readonly reference?: string;
}

export interface FundRow {
  readonly fund_pay_type: string;
  readonly fund_pay_type_name: string;
  readonly fund_payamt: number;
}

/** What goes back while the rest is settled anew. */
export interface StoredCorrection {
  /** Quantities as decimal text, in the unit that was sold. */
  readonly lines: readonly { readonly detailId: string; readonly quantity: string }[];
  /** Prescriptions of which something remains; known once the bill is reversed. */
  readonly dpIds: readonly string[];
}

export interface SettlementTable {
  id: Kept<string>;
  org_id: Kept<string>;
  patient_id: Kept<string>;
  patient_name: Kept<string>;
  outpatient_code: Kept<string>;
  state: SettlementState;
  version: WithDefault<number>;
  month: Kept<string | null>;
  month_key: Kept<string | null>;
  insutype: string;
  med_type: Kept<string>;
  dise_codg: WithDefault<string>;
  dise_name: WithDefault<string>;
  psn_no: Kept<string>;
  insuplc_admdvs: string;
  med_ins_mark: string;
  total: Kept<string>;
  acct_used_flag: '0' | '1';
  cert_type: '01' | '02' | '03';
  cert_sealed: string;
  visit_id: ColumnType<string | null, undefined, string | null>;
  own_visit: WithDefault<boolean>;
  chrg_bchno: WithDefault<string>;
  batch_stale: WithDefault<boolean>;
  amounts: ColumnType<SettlementAmounts | null, undefined, string | null>;
  funds: Json<FundRow[]>;
  medfee: WithDefault<string>;
  fund_pay: WithDefault<string>;
  acct_pay: WithDefault<string>;
  cash_pay: WithDefault<string>;
  hosp_pay: WithDefault<string>;
  psn_setlway: WithDefault<string>;
  /** Numbers of its prescriptions, for the search. */
  dp_numbers: WithDefault<string>;
  clr_type: WithDefault<string>;
  clr_optins: WithDefault<string>;
  invono: WithDefault<string>;
  payments: Json<StoredPayment[]>;
  trace_codes: Json<{ detailId: string; code: string }[]>;
  setl_id: WithDefault<string>;
  settle_msgid: WithDefault<string>;
  cancel_msgid: WithDefault<string>;
  cancel_reason: WithDefault<string>;
  settle_version: WithDefault<number>;
  cancel_version: WithDefault<number>;
  /** When the platform settled it; `booked_at`: when our bill was written. */
  settled_at: ColumnType<Date | null, undefined, Date | null>;
  booked_at: ColumnType<Date | null, undefined, Date | null>;
  cancelled_at: ColumnType<Date | null, undefined, Date | null>;
  bill_id: ColumnType<string | null, undefined, string | null>;
  bill_no: WithDefault<string>;
  refund_bill_id: ColumnType<string | null, undefined, string | null>;
  correction: ColumnType<StoredCorrection | null, undefined, string | null>;
  corrects_id: ColumnType<string | null, string | null | undefined, never>;
  operator_id: string;
  operator_name: string;
  language: string;
  problem: WithDefault<string>;
  problem_params: Json<Record<string, string | number>>;
  doubt_since: ColumnType<Date | null, undefined, Date | null>;
  doubt_infno: WithDefault<string>;
  doubt_exchange_id: ColumnType<string | null, undefined, string | null>;
  doubt_msgid: WithDefault<string>;
  reversal_exchange_id: ColumnType<string | null, undefined, string | null>;
  rounds: WithDefault<number>;
  next_try_at: ColumnType<Date | null, undefined, Date | null>;
  lease_owner: WithDefault<string>;
  lease_until: Date;
  simulated: boolean;
  created_at: Kept<Date>;
}

export interface SettlementPrescriptionTable {
  settlement_id: Kept<string>;
  dp_id: Kept<string>;
  dp_number: Kept<string>;
  position: Kept<number>;
  active: WithDefault<boolean>;
}

export interface SettlementLineTable {
  settlement_id: Kept<string>;
  position: Kept<number>;
  feedetl_sn: Kept<string>;
  dp_id: Kept<string>;
  dp_number: Kept<string>;
  detail_id: Kept<string>;
  drug_name: Kept<string>;
  med_list_codg: Kept<string>;
  cnt: Kept<string>;
  pric: Kept<string>;
  amount: Kept<string>;
  pric_uplmt: Kept<string | null>;
  selfpay_prop: WithDefault<string>;
  fulamt_ownpay: WithDefault<string>;
  overlmt: WithDefault<string>;
  preselfpay: WithDefault<string>;
  inscp_scp: WithDefault<string>;
  chrgitm_lv: WithDefault<string>;
  lmt_used_flag: WithDefault<string>;
  memo: WithDefault<string>;
}

export interface TrailTable {
  id: Kept<string>;
  settlement_id: Kept<string>;
  at: Kept<Date>;
  kind: Kept<string>;
  params: ColumnType<Record<string, string | number>, string, never>;
  exchange_id: Kept<string | null>;
  infno: Kept<string>;
  msgid: Kept<string>;
  by_name: Kept<string>;
}

export interface AnalysisTable {
  id: Kept<string>;
  org_id: Kept<string>;
  visit_id: Kept<string | null>;
  dp_ids: ColumnType<string[], string, never>;
  patient_id: Kept<string>;
  patient_name: Kept<string>;
  verdict: Kept<'clean' | 'findings' | 'failed'>;
  findings: ColumnType<Record<string, unknown>[], string, never>;
  at: Kept<Date>;
  operator_name: Kept<string>;
}

/** What 5301 said of a patient last. */
export interface FilingAnswerTable {
  org_id: Kept<string>;
  patient_id: Kept<string>;
  psn_no: string;
  filings: ColumnType<Filing[], string, string>;
  asked_at: Date;
}

export interface SettlementTables {
  'insurance.visit': VisitTable;
  'insurance.settlement': SettlementTable;
  'insurance.settlement_prescription': SettlementPrescriptionTable;
  'insurance.settlement_line': SettlementLineTable;
  'insurance.trail': TrailTable;
  'insurance.analysis': AnalysisTable;
  'insurance.filing_answer': FilingAnswerTable;
}
