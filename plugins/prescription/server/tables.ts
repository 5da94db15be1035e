import type { ColumnType, Generated } from '@nephra/plugin-sdk/server';
import type { PayStatus, RxStatus } from '../contract/index.ts';
import type { ProposalState } from '../contract/catalogue/catalogue-proposal.schema.ts';

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

export interface DiagnosisTable {
  code: string;
  name: string;
  pinyin: string;
  search_grams: string[];
  enabled: boolean;
  version: number;
}

/** What figures, checks and counts read in SQL, and what is changed; all else goes through `prescriptionTable`. */
export interface PrescriptionFigures {
  id: string;
  org_id: string;
  dp_number: string;
  dp_type: number;
  dp_date: Date;
  patient_id: string;
  patient_name: string;
  worker_id: string;
  worker_name: string;
  pay_status: PayStatus;
  rx_status: RxStatus;
  rounds: number;
  version: number;
  updated_at: Date;
}

/** A row that is changed by one statement, which raises its version. */
interface Versioned {
  version: number;
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
  'prescription.package': Versioned & Record<'org_id' | 'package_id', string>;
  'prescription.diagnosis': DiagnosisTable;
  'prescription.prescription': PrescriptionFigures;
  'prescription.custom_package': Versioned & Record<'id', string>;
}
