-- Organisation: who works where. Rows are never deleted, only marked.
create table core.org (
  id text primary key,
  parent_id text references core.org (id),
  en_code text not null unique,
  full_name text not null,
  -- Price level of the facility, stamped on new prescriptions.
  price_type text not null default '',
  dialysis_center boolean not null default true,
  enabled boolean not null default true,
  sort_code integer not null default 0,
  property jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index org_parent_idx on core.org (parent_id);

create table core.department (
  id text primary key,
  org_id text not null references core.org (id),
  parent_id text references core.department (id),
  en_code text not null,
  full_name text not null,
  manager_id text,
  enabled boolean not null default true,
  sort_code integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (org_id, en_code)
);

create table core.position (
  id text primary key,
  org_id text not null references core.org (id),
  department_id text references core.department (id),
  en_code text not null,
  full_name text not null,
  enabled boolean not null default true,
  sort_code integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (org_id, en_code)
);

create table core.role (
  id text primary key,
  -- Empty = for all organisations.
  org_id text references core.org (id),
  en_code text not null unique,
  full_name text not null,
  enabled boolean not null default true,
  sort_code integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table core.user_account (
  id text primary key,
  account text not null,
  real_name text not null,
  -- Staff number.
  en_code text not null default '',
  -- Slow salted hash of what the client sends; empty = cannot sign in with a password.
  password_hash text,
  password_changed_at timestamptz,
  is_administrator boolean not null default false,
  enabled boolean not null default true,
  org_id text not null references core.org (id),
  department_id text references core.department (id),
  manager_id text references core.user_account (id),
  gender smallint not null default 0,
  mobile text not null default '',
  email text not null default '',
  head_icon text not null default '',
  signature text not null default '',
  theme text not null default 'classic',
  language text not null default 'zh',
  last_login_at timestamptz,
  last_login_ip text not null default '',
  prev_login_at timestamptz,
  prev_login_ip text not null default '',
  sort_code integer not null default 0,
  property jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index user_account_account_idx on core.user_account (lower(account)) where deleted_at is null;
create unique index user_account_mobile_idx on core.user_account (mobile) where mobile <> '' and deleted_at is null;
create index user_account_org_idx on core.user_account (org_id);

create table core.user_role (
  user_id text not null references core.user_account (id),
  role_id text not null references core.role (id),
  primary key (user_id, role_id)
);
create index user_role_role_idx on core.user_role (role_id);

create table core.user_position (
  user_id text not null references core.user_account (id),
  position_id text not null references core.position (id),
  is_major boolean not null default false,
  primary key (user_id, position_id)
);

-- Menus: the shell's own directories and pages, and what plugins bring. A disabled plugin's rows stay, inactive.
create table core.menu (
  id text primary key,
  en_code text not null unique,
  -- 'shell', 'site' (made by an administrator) or the id of a plugin.
  owner text not null,
  type smallint not null check (type between 1 and 8),
  title_zh text not null,
  title_zhtw text not null,
  title_en text not null,
  parent_code text,
  icon text not null default '',
  url_address text not null default '',
  link_target text not null default '_self',
  property jsonb not null default '{}',
  category text not null default 'Web',
  sort_code integer not null default 0,
  -- False while the plugin that owns it is off.
  active boolean not null default true,
  -- The administrator's own switch.
  enabled boolean not null default true,
  hints_applied boolean not null default false
);
create index menu_owner_idx on core.menu (owner);

create table core.menu_item (
  id text primary key,
  menu_code text not null references core.menu (en_code),
  kind text not null check (kind in ('button', 'column', 'form')),
  en_code text not null,
  title_zh text not null,
  title_zhtw text not null,
  title_en text not null,
  sort_code integer not null default 0,
  active boolean not null default true,
  hints_applied boolean not null default false,
  unique (menu_code, kind, en_code)
);

-- Permission codes that belong to no menu.
create table core.permission (
  code text primary key,
  owner text not null,
  title_zh text not null,
  title_zhtw text not null,
  title_en text not null,
  active boolean not null default true,
  hints_applied boolean not null default false
);

-- Grants go by code, so they outlive a plugin that is off or upgraded.
create table core.permission_grant (
  subject_type text not null check (subject_type in ('role', 'position', 'user')),
  subject_id text not null,
  kind text not null check (kind in ('menu', 'button', 'column', 'form', 'permission')),
  menu_code text not null,
  -- Empty for kind 'menu' and 'permission'.
  item_code text not null default '',
  primary key (subject_type, subject_id, kind, menu_code, item_code)
);

-- Counters that tell cached answers apart; triggers below raise 'rights'.
create table core.revision (
  name text primary key,
  value bigint not null
);
insert into core.revision (name, value) values ('rights', 1);

create function core.raise_rights() returns trigger language plpgsql as $$
begin
  update core.revision set value = value + 1 where name = 'rights';
  return null;
end $$;

create trigger rights_of_org after insert or update or delete on core.org for each statement execute function core.raise_rights();
create trigger rights_of_role after insert or update or delete on core.role for each statement execute function core.raise_rights();
create trigger rights_of_user_role after insert or update or delete on core.user_role for each statement execute function core.raise_rights();
create trigger rights_of_user_position after insert or update or delete on core.user_position for each statement execute function core.raise_rights();
create trigger rights_of_position after insert or update or delete on core.position for each statement execute function core.raise_rights();
create trigger rights_of_menu after insert or update or delete on core.menu for each statement execute function core.raise_rights();
create trigger rights_of_menu_item after insert or update or delete on core.menu_item for each statement execute function core.raise_rights();
create trigger rights_of_permission after insert or update or delete on core.permission for each statement execute function core.raise_rights();
create trigger rights_of_grant after insert or update or delete on core.permission_grant for each statement execute function core.raise_rights();
create trigger rights_of_user after update of org_id, department_id, is_administrator, enabled, deleted_at on core.user_account
  for each statement execute function core.raise_rights();

create table core.session (
  id text primary key,
  token_hash text not null unique,
  user_id text not null references core.user_account (id),
  -- Session whose ticket opened this one; it ends with that one.
  parent_id text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null default '',
  device text not null default 'web',
  user_agent text not null default '',
  locked boolean not null default false,
  unlock_failures integer not null default 0,
  ended_at timestamptz,
  -- logout, forced, password, disabled, expired, unlock
  end_reason text not null default ''
);
create index session_user_idx on core.session (user_id, created_at);
create index session_open_idx on core.session (expires_at) where ended_at is null;

create table core.login_attempt (
  -- account:<name>, pair:<name>@<address>, address:<address>, setup:<address>
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);

create table core.captcha (
  key text primary key,
  answer text not null,
  expires_at timestamptz not null
);

create table core.sms_code (
  mobile text primary key,
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  sent_today integer not null default 1
);

create table core.sms_outbox (
  id text primary key,
  created_at timestamptz not null,
  mobile text not null,
  text text not null
);

create table core.scan_ticket (
  -- Hash of the secret that only the waiting browser knows.
  secret_hash text primary key,
  -- Hash of the code inside the picture.
  code_hash text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'scanned', 'confirmed', 'used')),
  user_id text references core.user_account (id),
  parent_session_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table core.one_time_ticket (
  token_hash text primary key,
  purpose text not null check (purpose in ('session', 'download')),
  user_id text not null references core.user_account (id),
  session_id text not null,
  -- Host the ticket is meant for, or id of the file.
  target text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table core.idempotency (
  user_id text not null,
  key text not null,
  route text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_age_idx on core.idempotency (created_at);

-- Append-only: every entry's hash covers the one before it.
create table core.audit (
  seq bigint primary key,
  at timestamptz not null,
  class text not null,
  action text not null,
  outcome text not null,
  user_id text not null,
  org_id text not null,
  subject text not null,
  subject_id text not null,
  patient_id text not null,
  request_id text not null,
  -- Canonical JSON of the whole entry; what the hash covers.
  body text not null,
  hash text not null
);
create index audit_at_idx on core.audit (at);
create index audit_user_idx on core.audit (user_id, at);
create index audit_subject_idx on core.audit (subject, subject_id) where subject_id <> '';
create index audit_patient_idx on core.audit (patient_id, at) where patient_id <> '';

create table core.audit_head (
  id smallint primary key check (id = 1),
  seq bigint not null,
  hash text not null
);
insert into core.audit_head (id, seq, hash) values (1, 0, '');

create function core.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_append_only before update or delete on core.audit for each row execute function core.refuse_audit_change();
create trigger audit_no_truncate before truncate on core.audit for each statement execute function core.refuse_audit_change();

create table core.stored_file (
  id text primary key,
  type text not null,
  name text not null,
  size bigint not null,
  content_type text not null,
  sha256 text not null,
  org_id text not null,
  created_by text not null,
  created_at timestamptz not null
);

create table core.plugin_state (
  plugin_id text primary key,
  version text not null,
  dir_name text not null,
  previous_version text not null default '',
  previous_dir_name text not null default '',
  -- Hash of the contributions that core.menu holds; equal = nothing to do at start.
  menu_stamp text not null default '',
  -- "GET /api/…" of its routes when it last started.
  routes jsonb not null default '[]',
  demo_loaded boolean not null default false,
  updated_at timestamptz not null
);

create table core.plugin_report (
  id text primary key,
  plugin_id text not null,
  version text not null,
  created_at timestamptz not null,
  place text not null,
  kind text not null,
  message text not null,
  user_name text not null,
  request_id text not null default ''
);
create index plugin_report_plugin_idx on core.plugin_report (plugin_id, created_at);

create table core.registry_revision (
  revision text primary key,
  content text not null,
  created_at timestamptz not null
);

create table core.column_setting (
  user_id text not null references core.user_account (id),
  module_id text not null,
  fields jsonb not null,
  primary key (user_id, module_id)
);

create table core.number_series (
  series text not null,
  period text not null,
  value bigint not null,
  primary key (series, period)
);

create table core.job_lease (
  name text primary key,
  owner text not null,
  held_until timestamptz not null,
  last_started_at timestamptz,
  last_error text not null default ''
);

create table core.setting (
  key text primary key,
  value jsonb not null
);
