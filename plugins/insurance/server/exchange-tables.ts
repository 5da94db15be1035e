import type { ColumnType } from '@nephra/plugin-sdk/server';
import type { ExchangeState } from '../contract/index.ts';

/** Read as an object, written as text of JSON. */
type TextByKey = ColumnType<Record<string, string>, string, string>;

/** A connection as it is read. */
export interface ConnectionContent {
  org_id: string;
  region: string;
  base_url: string;
  fixmedins_code: string;
  fixmedins_name: string;
  mdtrtarea_admvs: string;
  recer_sys_code: string;
  infver: string;
  field_values: Record<string, string>;
  /** Sealed. */
  field_secrets: Record<string, string>;
  test_region: boolean;
  simulated: boolean;
  enabled: boolean;
  /** Separated by commas. */
  quota_diseases: string;
  /** What only the platform has may be taken back by itself although this system never sent it. */
  take_back_strangers: boolean;
  version: number;
  updated_at: Date;
  updated_by: string;
}

export interface ConnectionTable extends Omit<ConnectionContent, 'field_values' | 'field_secrets' | 'quota_diseases' | 'take_back_strangers'> {
  quota_diseases: ColumnType<string, string | undefined, string>;
  take_back_strangers: ColumnType<boolean, boolean | undefined, boolean>;
  field_values: TextByKey;
  field_secrets: TextByKey;
}

export interface SignInTable {
  org_id: string;
  operator_no: string;
  /** `YYYY-MM-DD` */
  business_day: string;
  sign_no: string;
  signed_at: Date;
  signed_out_at: Date | null;
}

export interface MessageCounterTable {
  facility: string;
  stamp: string;
  sequence: number;
}

export interface LineTable {
  org_id: string;
  failures: number;
  breaks: number;
  open_until: Date | null;
  probe_until: Date | null;
  changed_at: Date;
}

export interface ExchangeTable {
  id: string;
  org_id: string;
  infno: string;
  msgid: string;
  state: ExchangeState;
  infcode: string;
  err_msg: string;
  patient_id: string | null;
  patient_name: string;
  dp_id: string | null;
  visit_id: string | null;
  settlement_id: string | null;
  operator_id: string;
  operator_name: string;
  sent_at: Date;
  answered_at: Date | null;
  ms: number | null;
  attempts: number;
  source: 'server' | 'workstation';
  replay_of: string | null;
  test_region: boolean;
  due_at: Date;
  doubted: boolean;
  request: string;
  answer: string;
  sealed_envelope: string | null;
}

export interface ExchangeTables {
  'insurance.connection': ConnectionTable;
  'insurance.sign_in': SignInTable;
  'insurance.message_counter': MessageCounterTable;
  'insurance.line': LineTable;
  'insurance.exchange': ExchangeTable;
}
