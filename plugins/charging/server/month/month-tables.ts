import type { ColumnType } from '@nephra/plugin-sdk/server';
import type { RunItemState, RunState, SettleWay } from '../../contract/index.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Kept<T> = ColumnType<T, T, never>;

export interface MonthCloseTable {
  id: Kept<string>;
  org_id: Kept<string>;
  month: Kept<string>;
  closed_at: Kept<Date>;
  closed_by: Kept<string>;
  closed_by_name: Kept<string>;
  leave_reason: Kept<string>;
  left_count: Kept<number>;
  left_total: Kept<string>;
  reopened_at: ColumnType<Date | null, undefined, Date>;
  reopened_by: ColumnType<string | null, undefined, string>;
  reopened_by_name: ColumnType<string | null, undefined, string>;
  reopen_reason: ColumnType<string | null, undefined, string>;
}

export interface MonthRunTable {
  id: Kept<string>;
  org_id: Kept<string>;
  month: Kept<string>;
  state: RunState;
  patient_id: Kept<string>;
  settle_way: Kept<SettleWay>;
  take_in: Kept<boolean>;
  pay_way: Kept<string>;
  reference: Kept<string>;
  fingerprint: Kept<string>;
  user_id: Kept<string>;
  user_name: Kept<string>;
  language: Kept<string>;
  started_at: Kept<Date>;
  ended_at: Date | null;
  lease_owner: string;
  lease_until: Date;
}

export interface MonthRunItemTable {
  run_id: Kept<string>;
  patient_id: Kept<string>;
  seq: Kept<number>;
  month: Kept<string>;
  patient_name: Kept<string>;
  outpatient_code: Kept<string>;
  fingerprint: string;
  amount: string;
  state: RunItemState;
  attempts: number;
  bill_id: string | null;
  bill_no: string;
  error: string;
  error_params: ColumnType<Record<string, string | number>, string, string>;
  ended_at: Date | null;
}

/** Tables that the month reads and writes. */
export interface MonthTables extends ChargingTables {
  'charging.month_close': MonthCloseTable;
  'charging.month_run': MonthRunTable;
  'charging.month_run_item': MonthRunItemTable;
}
