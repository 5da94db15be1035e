-- Organisation and permission, whole: several organisations per person, roles per organisation, groups, delegated administration,
-- data rights, password history.

-- Pieces for keyword and pinyin search (plugin-sdk/server/paging/search.ts); rows from before are filled at the next start.
alter table core.org add column search_grams text[] not null default '{}';
alter table core.org add column description text not null default '';
alter table core.org add column version integer not null default 1;
alter table core.department add column search_grams text[] not null default '{}';
alter table core.department add column description text not null default '';
alter table core.department add column version integer not null default 1;
alter table core.position add column search_grams text[] not null default '{}';
alter table core.position add column description text not null default '';
alter table core.position add column version integer not null default 1;
-- Code of the dictionary PositionType.
alter table core.position add column type text not null default '';
alter table core.role add column search_grams text[] not null default '{}';
alter table core.role add column description text not null default '';
alter table core.role add column version integer not null default 1;
alter table core.role add column type text not null default '';
alter table core.user_account add column search_grams text[] not null default '{}';
alter table core.user_account add column description text not null default '';
alter table core.user_account add column version integer not null default 1;
-- Locked by hand; until a moment, or until somebody unlocks when that is null.
alter table core.user_account add column locked boolean not null default false;
alter table core.user_account add column unlock_at timestamptz;
-- The next sign-in may do nothing but set a new password.
alter table core.user_account add column must_change_password boolean not null default false;
alter table core.user_account add column qywx_user_id text not null default '';
-- Who made the account; empty for those of the first start.
alter table core.user_account add column created_by text not null default '';

create index org_search on core.org using gin (search_grams);
create index department_org_idx on core.department (org_id, parent_id);
create index department_search on core.department using gin (search_grams);
create index position_search on core.position using gin (search_grams);
create index role_search on core.role using gin (search_grams);
create index user_account_search on core.user_account using gin (search_grams);
create index user_account_manager_idx on core.user_account (manager_id) where manager_id is not null;
create index user_account_department_idx on core.user_account (department_id);
create index user_position_position_idx on core.user_position (position_id);

-- Codes are unique among rows that are not deleted; the old constraints also counted deleted ones.
alter table core.org drop constraint org_en_code_key;
create unique index org_code_idx on core.org (en_code) where deleted_at is null;
alter table core.department drop constraint department_org_id_en_code_key;
create unique index department_code_idx on core.department (org_id, en_code) where deleted_at is null;
alter table core.position drop constraint position_org_id_en_code_key;
create unique index position_code_idx on core.position (org_id, en_code) where deleted_at is null;
alter table core.role drop constraint role_en_code_key;
create unique index role_code_idx on core.role (en_code) where deleted_at is null;

-- Where a person works besides the organisation of today (user_account.org_id, department_id).
create table core.user_org (
  user_id text not null references core.user_account (id),
  org_id text not null references core.org (id),
  department_id text references core.department (id),
  is_major boolean not null default false,
  unique nulls not distinct (user_id, org_id, department_id)
);
create index user_org_org_idx on core.user_org (org_id, department_id);
insert into core.user_org (user_id, org_id, department_id, is_major) select id, org_id, department_id, true from core.user_account;

-- Organisations that may use a role; a role without rows here is for all.
create table core.role_org (
  role_id text not null references core.role (id),
  org_id text not null references core.org (id),
  primary key (role_id, org_id)
);
insert into core.role_org (role_id, org_id) select id, org_id from core.role where org_id is not null;
alter table core.role drop column org_id;

create table core.user_group (
  id text primary key,
  en_code text not null,
  full_name text not null,
  -- Code of the dictionary groupType.
  type text not null default '',
  description text not null default '',
  enabled boolean not null default true,
  sort_code integer not null default 0,
  search_grams text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index user_group_code_idx on core.user_group (en_code) where deleted_at is null;

create table core.user_group_member (
  user_id text not null references core.user_account (id),
  group_id text not null references core.user_group (id),
  primary key (user_id, group_id)
);
create index user_group_member_group_idx on core.user_group_member (group_id);

-- Who may change an organisation and what hangs on it without being an administrator.
create table core.org_admin (
  org_id text not null references core.org (id),
  user_id text not null references core.user_account (id),
  this_add boolean not null default false,
  this_edit boolean not null default false,
  this_delete boolean not null default false,
  sub_add boolean not null default false,
  sub_edit boolean not null default false,
  sub_delete boolean not null default false,
  description text not null default '',
  primary key (org_id, user_id)
);
create index org_admin_user_idx on core.org_admin (user_id);

-- Rows of a menu's data that a grant lets see. `condition` is JSON: [{logic: and|or, groups: [{field, op, value}]}]; [] = all of
-- the caller's organisations.
create table core.data_scheme (
  id text primary key,
  menu_code text not null references core.menu (en_code),
  en_code text not null,
  full_name text not null,
  condition jsonb not null default '[]',
  condition_text text not null default '',
  description text not null default '',
  enabled boolean not null default true,
  sort_code integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index data_scheme_code_idx on core.data_scheme (menu_code, en_code) where deleted_at is null;

-- True: rows are seen only through granted schemes; nobody's grant means no rows.
alter table core.menu add column data_authorize boolean not null default false;
-- Fields of a menu's data that schemes may name; `property` holds their type.
alter table core.menu_item drop constraint menu_item_kind_check;
alter table core.menu_item add constraint menu_item_kind_check check (kind in ('button', 'column', 'form', 'field'));
alter table core.menu_item add column property jsonb not null default '{}';

alter table core.permission_grant drop constraint permission_grant_subject_type_check;
alter table core.permission_grant add constraint permission_grant_subject_type_check check (subject_type in ('role', 'position', 'user', 'group'));
alter table core.permission_grant drop constraint permission_grant_kind_check;
-- Kind 'resource': item_code is the id of a data scheme.
alter table core.permission_grant add constraint permission_grant_kind_check
  check (kind in ('menu', 'button', 'column', 'form', 'permission', 'resource'));
-- Empty for grants that came with a plugin's hints.
alter table core.permission_grant add column granted_by text not null default '';
alter table core.permission_grant add column granted_at timestamptz not null default now();
create index permission_grant_menu_idx on core.permission_grant (menu_code);

-- Passwords that were replaced; the newest few of each person are kept.
create table core.password_history (
  seq bigint generated always as identity primary key,
  user_id text not null references core.user_account (id),
  -- When it was replaced.
  at timestamptz not null,
  password_hash text not null
);
create index password_history_user_idx on core.password_history (user_id, seq);
-- Passwords from before age from the making of their account; those of demo accounts never do.
update core.user_account set password_changed_at = created_at
where password_hash is not null and password_changed_at is null and not exists (select 1 from core.setting where key = 'demo');

create trigger rights_of_user_org after insert or update or delete on core.user_org for each statement execute function core.raise_rights();
create trigger rights_of_group after insert or update or delete on core.user_group for each statement execute function core.raise_rights();
create trigger rights_of_group_member after insert or update or delete on core.user_group_member
  for each statement execute function core.raise_rights();
create trigger rights_of_role_org after insert or update or delete on core.role_org for each statement execute function core.raise_rights();
create trigger rights_of_scheme after insert or update or delete on core.data_scheme for each statement execute function core.raise_rights();
create trigger rights_of_org_admin after insert or update or delete on core.org_admin for each statement execute function core.raise_rights();
create trigger rights_of_department after update on core.department for each statement execute function core.raise_rights();
drop trigger rights_of_user on core.user_account;
create trigger rights_of_user after update of org_id, department_id, manager_id, is_administrator, enabled, deleted_at on core.user_account
  for each statement execute function core.raise_rights();
