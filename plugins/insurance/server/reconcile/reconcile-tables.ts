import type { DayState, DifferenceKind, ReconcileDifference, ReconcileGroup } from '../../contract/index.ts';

export interface ReconcileDayTable {
  org_id: string;
  /** `YYYY-MM-DD` */
  day: string;
  state: DayState;
  done: number;
  total: number;
  attempts: number;
  problem: string;
  /** Read as an object, written as JSON text. */
  problem_params: string | Record<string, string | number>;
  user_id: string;
  user_name: string;
  compared_at: Date | null;
  lease_owner: string;
  lease_until: Date;
}

export interface ReconcileGroupTable {
  org_id: string;
  day: string;
  insutype: string;
  clr_type: string;
  clr_optins: string;
  refund: boolean;
  rows_count: number;
  medfee: string;
  fund: string;
  account: string;
  result: ReconcileGroup['result'];
  said: string;
}

export interface ReconcileDifferenceTable {
  id: string;
  org_id: string;
  day: string;
  kind: DifferenceKind;
  state: ReconcileDifference['state'];
  insutype: string;
  clr_type: string;
  clr_optins: string;
  settlement_id: string | null;
  patient_name: string;
  psn_no: string;
  setl_id: string;
  mdtrt_id: string;
  msgid: string;
  refund: boolean;
  medfee: string | null;
  fund: string | null;
  account: string | null;
  their_medfee: string | null;
  their_fund: string | null;
  their_account: string | null;
  /** Where the person is insured, as the message that takes it back must say. */
  insuplc_admdvs: string;
  stranger: boolean;
  decision: ReconcileDifference['decision'];
  memo: string;
  note: string;
  note_user_name: string;
  noted_at: Date | null;
  found_at: Date;
  version: number;
}

export interface ReconcileTables {
  'insurance.reconcile_day': ReconcileDayTable;
  'insurance.reconcile_group': ReconcileGroupTable;
  'insurance.reconcile_difference': ReconcileDifferenceTable;
}
