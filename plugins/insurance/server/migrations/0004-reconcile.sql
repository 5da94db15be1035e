-- Our settlements of a day against the platform's.

create table insurance.reconcile_day (
  org_id text not null,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  state text not null check (state in ('open', 'running', 'equal', 'unexplained', 'explained', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  attempts integer not null default 0,
  problem text not null default '',
  problem_params jsonb not null default '{}',
  user_id text not null,
  user_name text not null,
  compared_at timestamptz,
  lease_owner text not null default '',
  lease_until timestamptz not null,
  primary key (org_id, day)
);
create index reconcile_day_running on insurance.reconcile_day (lease_until) where state = 'running';

create table insurance.reconcile_group (
  org_id text not null,
  day text not null,
  insutype text not null,
  clr_type text not null,
  clr_optins text not null,
  refund boolean not null,
  rows_count integer not null,
  medfee numeric(14, 2) not null,
  fund numeric(14, 2) not null,
  account numeric(14, 2) not null,
  result text not null check (result in ('equal', 'differs', 'refused', 'silent')),
  said text not null default '',
  primary key (org_id, day, insutype, clr_type, clr_optins, refund)
);

create table insurance.reconcile_difference (
  id text primary key,
  org_id text not null,
  day text not null,
  kind text not null check (kind in ('platform-only', 'facility-only', 'amounts')),
  state text not null check (state in ('open', 'handed', 'explained', 'gone')),
  insutype text not null,
  clr_type text not null,
  clr_optins text not null,
  settlement_id text,
  patient_name text not null default '',
  psn_no text not null default '',
  setl_id text not null default '',
  mdtrt_id text not null default '',
  msgid text not null default '',
  refund boolean not null,
  medfee numeric(14, 2),
  fund numeric(14, 2),
  account numeric(14, 2),
  their_medfee numeric(14, 2),
  their_fund numeric(14, 2),
  their_account numeric(14, 2),
  memo text not null default '',
  note text not null default '',
  note_user_name text not null default '',
  noted_at timestamptz,
  found_at timestamptz not null,
  version integer not null default 1
);
create unique index reconcile_difference_once on insurance.reconcile_difference (org_id, day, kind, setl_id, msgid, refund);
create index reconcile_difference_day on insurance.reconcile_difference (org_id, day);
