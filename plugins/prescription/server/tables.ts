import type { ColumnType, Generated } from '@nephra/plugin-sdk/server';
import type { CheckLevel, PayStatus, RxStatus } from '../contract/index.ts';
import type { ProposalState } from '../contract/catalogue/catalogue-proposal.schema.ts';
import type { DiagnosisEntry, InfectionMark, PatientSex, PatientType } from '../../patient/contract/index.ts';

/** Numbers of SQL `numeric` arrive as text, so that no float touches money or quantities. */
type Numeric = string;

/** What is joined and changed in SQL; all else goes through `catalogueTable`. */
export interface CatalogueKeys {
  org_id: string;
  drug_id: string;
  enabled: boolean;
  version: number;
}

/** Prices by day; added, never changed. */
export interface CataloguePriceTable {
  id: string;
  seq: Generated<string>;
  org_id: string;
  drug_id: string;
  /** `YYYY-MM-DD`. */
  valid_from: string;
  price: Numeric;
  reason: string;
  batch_id: string;
  creator_id: string;
  creator_name: string;
  created_at: Date;
  /** The proposal that a second person confirmed; null for a change that one may make alone. */
  proposal_id: ColumnType<string | null, string | null | undefined, never>;
}

/** Large changes of prices; decided once, never changed. */
export interface PriceProposalTable {
  id: string;
  seq: Generated<string>;
  org_id: string;
  many: boolean;
  /** `YYYY-MM-DD`. */
  valid_from: string;
  reason: string;
  creator_id: string;
  creator_name: string;
  created_at: Date;
  state: Generated<ProposalState>;
  decider_id: Generated<string>;
  decider_name: Generated<string>;
  decided_at: ColumnType<Date | null, undefined, Date>;
  decision_reason: Generated<string>;
}

export interface PriceProposalLineTable {
  proposal_id: string;
  line_no: number;
  org_id: string;
  drug_id: string;
  before: Numeric;
  after: Numeric;
  waiting: Generated<boolean>;
}

export interface PriceWithdrawalTable {
  price_id: string;
  reason: string;
  creator_id: string;
  creator_name: string;
  created_at: Date;
}

export interface PackageTable {
  org_id: string;
  package_id: string;
  package_name: string;
  note: string;
  sort_code: number;
  enabled: boolean;
  search_grams: string[];
  version: number;
}

export interface DiagnosisTable {
  code: string;
  name: string;
  pinyin: string;
  search_grams: string[];
  enabled: boolean;
  version: number;
}

export interface PrescriptionTable {
  id: string;
  org_id: string;
  dp_number: string;
  dp_type: number;
  dp_date: Date;
  patient_id: string;
  patient_name: string;
  patient_sex: PatientSex;
  patient_age: number;
  patient_type: PatientType;
  outpatient_code: string;
  reim_way: string;
  visit: string;
  diagnosis: DiagnosisEntry[];
  infected: InfectionMark[];
  pay_status: PayStatus;
  rx_status: RxStatus;
  refuse_reason: string;
  total_price: Numeric;
  west_price: Numeric;
  diag_treat_price: Numeric;
  assay_price: Numeric;
  other_price: Numeric;
  consumables_price: Numeric;
  preselfpay_total: Numeric;
  fulamt_ownpay_total: Numeric;
  overlmt_total: Numeric;
  price_type: string;
  sort_code: number;
  worker_id: string;
  worker_name: string;
  worker_no: string;
  creator_id: string;
  creator_name: string;
  check_name: string;
  send_name: string;
  note: string;
  bill_id: string;
  line_count: number;
  has_stock_lines: boolean;
  /** A refund took back whatever the pharmacy had not handed out. */
  nothing_to_hand_out: boolean;
  /** How often it was charged and taken back so that the rest is charged anew. */
  rounds: number;
  /** What the lines given back then were worth. */
  withdrawn_price: Numeric;
  /** The prescription that this one was split off; empty otherwise. */
  split_from: string;
  version: number;
  search_grams: string[];
  created_at: Date;
  updated_at: Date;
  confirmed_at: Date | null;
}

export interface InteractionTable {
  id: string;
  ingredient_a: string;
  ingredient_b: string;
  level: CheckLevel;
  note: string;
  enabled: boolean;
  version: number;
}

/** Append-only: the database refuses changes. */
export interface OverrideTable {
  id: string;
  org_id: string;
  dp_id: string;
  patient_id: string;
  stage: 'confirm' | 'dispense';
  finding_key: string;
  code: string;
  params: Record<string, string | number>;
  reason: string;
  user_id: string;
  user_name: string;
  dp_version: number;
  created_at: Date;
}

export interface CustomPackageTable {
  id: string;
  org_id: string;
  owner_id: string;
  owner_name: string;
  department_id: string;
  scope: 'own' | 'department';
  package_name: string;
  note: string;
  removed: boolean;
  version: number;
  search_grams: string[];
  created_at: Date;
  updated_at: Date;
}

export interface PrescriptionDb {
  /** By these columns lines are deleted before they are written anew; all else goes through the declared tables. */
  'prescription.detail': Record<'dp_id', string>;
  'prescription.package_line': Record<'org_id' | 'package_id', string>;
  'prescription.custom_package_line': Record<'package_id', string>;
  'prescription.catalogue': CatalogueKeys;
  'prescription.catalogue_price': CataloguePriceTable;
  'prescription.catalogue_price_withdrawal': PriceWithdrawalTable;
  'prescription.price_proposal': PriceProposalTable;
  'prescription.price_proposal_line': PriceProposalLineTable;
  'prescription.package': PackageTable;
  'prescription.diagnosis': DiagnosisTable;
  'prescription.prescription': PrescriptionTable;
  'prescription.interaction': InteractionTable;
  'prescription.check_override': OverrideTable;
  'prescription.custom_package': CustomPackageTable;
}
