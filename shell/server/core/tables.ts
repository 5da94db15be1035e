import type { Generated } from 'kysely';

/** Columns that every master table of the shell has. */
interface Marked {
  enabled: Generated<boolean>;
  sort_code: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

interface Titled {
  title_zh: string;
  title_zhtw: string;
  title_en: string;
}

export interface OrgTable extends Marked {
  id: string;
  parent_id: string | null;
  en_code: string;
  full_name: string;
  price_type: Generated<string>;
  dialysis_center: Generated<boolean>;
  property: Generated<unknown>;
}

export interface DepartmentTable extends Marked {
  id: string;
  org_id: string;
  parent_id: string | null;
  en_code: string;
  full_name: string;
  manager_id: string | null;
}

export interface PositionTable extends Marked {
  id: string;
  org_id: string;
  department_id: string | null;
  en_code: string;
  full_name: string;
}

export interface RoleTable extends Marked {
  id: string;
  org_id: string | null;
  en_code: string;
  full_name: string;
}

export interface UserAccountTable extends Marked {
  id: string;
  account: string;
  real_name: string;
  en_code: Generated<string>;
  password_hash: string | null;
  password_changed_at: Date | null;
  is_administrator: Generated<boolean>;
  org_id: string;
  department_id: string | null;
  manager_id: string | null;
  gender: Generated<number>;
  mobile: Generated<string>;
  email: Generated<string>;
  head_icon: Generated<string>;
  signature: Generated<string>;
  theme: Generated<string>;
  language: Generated<string>;
  last_login_at: Date | null;
  last_login_ip: Generated<string>;
  prev_login_at: Date | null;
  prev_login_ip: Generated<string>;
  property: Generated<unknown>;
}

export interface MenuTable extends Titled {
  id: string;
  en_code: string;
  owner: string;
  type: number;
  parent_code: string | null;
  icon: Generated<string>;
  url_address: Generated<string>;
  link_target: Generated<string>;
  property: Generated<unknown>;
  category: Generated<string>;
  sort_code: Generated<number>;
  active: Generated<boolean>;
  enabled: Generated<boolean>;
  hints_applied: Generated<boolean>;
}

export type MenuItemKind = 'button' | 'column' | 'form';

export interface MenuItemTable extends Titled {
  id: string;
  menu_code: string;
  kind: MenuItemKind;
  en_code: string;
  sort_code: Generated<number>;
  active: Generated<boolean>;
  hints_applied: Generated<boolean>;
}

export interface PermissionTable extends Titled {
  code: string;
  owner: string;
  active: Generated<boolean>;
  hints_applied: Generated<boolean>;
}

export interface PermissionGrantTable {
  subject_type: 'role' | 'position' | 'user';
  subject_id: string;
  kind: 'menu' | MenuItemKind | 'permission';
  menu_code: string;
  item_code: Generated<string>;
}

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
export interface CoreTables {
  'core.org': OrgTable;
  'core.department': DepartmentTable;
  'core.position': PositionTable;
  'core.role': RoleTable;
  'core.user_account': UserAccountTable;
  'core.user_role': { user_id: string; role_id: string };
  'core.user_position': { user_id: string; position_id: string; is_major: Generated<boolean> };
  'core.menu': MenuTable;
  'core.menu_item': MenuItemTable;
  'core.permission': PermissionTable;
  'core.permission_grant': PermissionGrantTable;
  'core.revision': { name: string; value: string };
  'core.session': SessionTable;
  'core.login_attempt': { key: string; failures: number; last_failed_at: Date; locked_until: Date | null };
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
  'core.registry_revision': { revision: string; content: string; created_at: Date };
  'core.column_setting': { user_id: string; module_id: string; fields: unknown };
  'core.number_series': { series: string; period: string; value: string };
  'core.job_lease': { name: string; owner: string; held_until: Date; last_started_at: Date | null; last_error: Generated<string> };
  'core.setting': { key: string; value: unknown };
}
