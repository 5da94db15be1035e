-- The monthly dialysis charge: months that were closed, and runs over a whole centre that survive any interruption.

create table charging.month_close (
  id text primary key,
  org_id text not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  closed_at timestamptz not null,
  closed_by text not null,
  closed_by_name text not null,
  -- Why something was left unsettled; empty when nothing was.
  leave_reason text not null default '',
  left_count integer not null default 0,
  left_total numeric(14, 2) not null default 0,
  reopened_at timestamptz,
  reopened_by text,
  reopened_by_name text,
  reopen_reason text,
  check ((reopened_at is null) = (reopen_reason is null)),
  check (left_count = 0 or leave_reason <> '')
);
-- A month is closed once at a time.
create unique index month_close_standing on charging.month_close (org_id, month) where reopened_at is null;

create table charging.month_run (
  id text primary key,
  org_id text not null,
  month text not null,
  state text not null check (state in ('running', 'cancelling', 'done', 'cancelled')),
  -- Empty for a run over everybody, else the one patient.
  patient_id text not null default '',
  settle_way text not null check (settle_way in ('selfpay', 'insured')),
  take_in boolean not null,
  pay_way text not null default '',
  reference text not null default '',
  fingerprint text not null,
  user_id text not null,
  user_name text not null,
  language text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Who works on it and until when nobody else takes it over.
  lease_owner text not null default '',
  lease_until timestamptz not null
);
-- One run over a facility at a time, and one for a patient.
create unique index month_run_active on charging.month_run (org_id, patient_id) where state in ('running', 'cancelling');
create index month_run_list on charging.month_run (org_id, month, started_at desc, id desc);

create table charging.month_run_item (
  run_id text not null references charging.month_run (id),
  patient_id text not null,
  seq integer not null,
  month text not null,
  patient_name text not null,
  outpatient_code text not null,
  -- What the dry run showed; another state of the patient's month is refused.
  fingerprint text not null,
  amount numeric(14, 2) not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'skipped', 'cancelled')),
  attempts integer not null default 0,
  bill_id text references charging.bill (id),
  bill_no text not null default '',
  error text not null default '',
  error_params jsonb not null default '{}',
  ended_at timestamptz,
  primary key (run_id, patient_id),
  check ((state = 'done') = (bill_id is not null))
);
create index month_run_item_next on charging.month_run_item (run_id, state, seq);
-- A patient's month waits in one run only.
create unique index month_run_item_waiting on charging.month_run_item (patient_id, month) where state = 'waiting';

-- What the insurer pays of a bill; not on offer at the desk.
insert into charging.pay_way (code, kind, name_zh, name_zhtw, name_en, gives_change, needs_reference, sort_code, enabled) values
  ('insurance-fund', 'other', '医保基金', '醫保基金', 'Insurance fund', false, false, 90, false),
  ('insurance-account', 'other', '医保个人账户', '醫保個人帳戶', 'Insurance account', false, false, 91, false);
