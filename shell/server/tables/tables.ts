import type { IdentityTables, MenuItemKind } from '@nephra/plugin-sdk/server';
import type { Generated } from 'kysely';

export type { MenuItemKind };

export type SessionEnd = '' | 'logout' | 'forced' | 'password' | 'disabled' | 'expired' | 'unlock';

export interface SessionTable {
  id: string;
  token_hash: string;
  user_id: string;
  parent_id: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip: Generated<string>;
  device: Generated<string>;
  user_agent: Generated<string>;
  locked: Generated<boolean>;
  unlock_failures: Generated<number>;
  ended_at: Date | null;
  end_reason: Generated<SessionEnd>;
}

/** Tables of the schema `core`. */
export interface CoreTables extends IdentityTables {
  'core.revision': { name: string; value: string };
  'core.session': SessionTable;
  'core.login_attempt': { key: string; failures: number; judging: Generated<number>; last_failed_at: Date; locked_until: Date | null };
  'core.login_address': { network: string; pressure: number; counted_at: Date; worked_until: Date | null; idle_until: Date | null };
  'core.steady_time': { id: Generated<number>; at: Date; seen: Date };
  'core.clock_step': { id: string; seq: Generated<string>; at: Date; by_ms: string; node: string };
  'core.data_check': { id: string; seq: Generated<string>; day: string; started_at: Date; finished_at: Date; rules: number; broken: number };
  'core.data_finding': {
    check_id: string;
    plugin_id: string;
    rule: string;
    org_id: string;
    concerns: string;
    row_count: number;
    sample: string[];
    error: Generated<string>;
  };
  'core.captcha': { key: string; answer: string; expires_at: Date };
  'core.sms_code': { mobile: string; code_hash: string; sent_at: Date; expires_at: Date; tries: Generated<number>; sent_today: Generated<number> };
  'core.sms_outbox': { id: string; created_at: Date; mobile: string; text: string };
  'core.scan_ticket': {
    secret_hash: string;
    code_hash: string;
    state: Generated<'waiting' | 'scanned' | 'confirmed' | 'used'>;
    user_id: string | null;
    parent_session_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  'core.one_time_ticket': {
    token_hash: string;
    purpose: 'session' | 'download';
    user_id: string;
    session_id: string;
    target: string;
    expires_at: Date;
    used_at: Date | null;
  };
  'core.password_history': { seq: Generated<string>; user_id: string; at: Date; password_hash: string };
  'core.idempotency': { user_id: string; key: string; route: string; body_hash: string; answer: unknown; created_at: Date };
  'core.audit': {
    seq: string;
    at: Date;
    class: string;
    action: string;
    outcome: string;
    user_id: string;
    org_id: string;
    subject: string;
    subject_id: string;
    patient_id: string;
    request_id: string;
    body: string;
    hash: string;
  };
  'core.audit_head': { id: number; seq: string; hash: string };
  'core.stored_file': {
    id: string;
    type: string;
    name: string;
    size: string;
    content_type: string;
    sha256: string;
    org_id: string;
    created_by: string;
    created_at: Date;
  };
  'core.plugin_state': {
    plugin_id: string;
    version: string;
    dir_name: string;
    previous_version: Generated<string>;
    previous_dir_name: Generated<string>;
    menu_stamp: Generated<string>;
    routes: Generated<unknown>;
    demo_loaded: Generated<boolean>;
    updated_at: Date;
  };
  'core.plugin_report': {
    id: string;
    plugin_id: string;
    version: string;
    created_at: Date;
    place: string;
    kind: string;
    message: string;
    user_name: string;
    request_id: Generated<string>;
  };
  'core.plugin_setting': { plugin_id: string; org_id: Generated<string>; set_values: Generated<unknown>; version: number };
  'core.registry_revision': { revision: string; content: string; created_at: Date };
  'core.column_setting': { user_id: string; module_id: string; fields: unknown };
  'core.number_series': { series: string; period: string; value: string };
  'core.job_lease': {
    name: string;
    owner: string;
    held_until: Date;
    last_started_at: Date | null;
    last_error: Generated<string>;
    run_id: Generated<string>;
    known_at: Date | null;
  };
  'core.job_run': {
    id: string;
    seq: Generated<string>;
    job: string;
    owner: string;
    node: string;
    state: 'running' | 'done' | 'failed' | 'cancelled' | 'lost';
    started_at: Date;
    ended_at: Date | null;
    done_count: string | null;
    total_count: string | null;
    progress_text: Generated<string>;
    requested_by: string;
    requested_name: Generated<string>;
    cancel_by: Generated<string>;
    cancel_name: Generated<string>;
    error: Generated<string>;
    error_params: Generated<unknown>;
    lines_dropped: Generated<number>;
  };
  'core.job_run_line': { run_id: string; no: number; at: Date; line: string };
  'core.socket_push': {
    id: Generated<string>;
    /** xid8 as text. */
    writer: Generated<string>;
    frame: string;
    target: unknown;
    body: string;
    created_at: Date;
  };
  'core.setting': { key: string; value: unknown };
  'core.export_job': {
    id: string;
    user_id: string;
    org_id: string;
    route: string;
    name: Generated<string>;
    state: Generated<'running' | 'done' | 'failed' | 'cancelled'>;
    rows_read: Generated<string>;
    rows_written: Generated<string>;
    bytes: Generated<string>;
    error: Generated<string>;
    error_params: Generated<unknown>;
    file_id: string | null;
    started_at: Date;
    ended_at: Date | null;
    seen_at: Date;
  };
}
