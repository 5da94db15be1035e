-- Dialysis shifts of a facility.
create table patient.shift (
  id text primary key,
  org_id text not null,
  full_name text not null,
  start_time text not null,
  end_time text not null,
  sort_code integer not null default 0
);
create index shift_org on patient.shift (org_id, sort_code, id);

create table patient.patient (
  id text primary key,
  org_id text not null,
  patient_name text not null,
  -- 0 unknown, 1 male, 2 female, 9 confidential.
  patient_sex smallint not null default 0 check (patient_sex in (0, 1, 2, 9)),
  birthday date,
  idcard text not null default '',
  phone text not null default '',
  address text not null default '',
  contact_name text not null default '',
  contact_phone text not null default '',
  outpatient_code text not null,
  patient_type text not null check (patient_type in ('dialysis', 'non-dialysis')),
  reim_way text not null default '0',
  med_ins_mark text not null default '0' check (med_ins_mark in ('0', '1', '2')),
  psn_no text not null default '',
  insuplc_admdvs text not null default '',
  infected text[] not null default '{}',
  visit text not null default '',
  diagnosis jsonb not null default '[]',
  allergies text[] not null default '{}',
  -- Dialysis plan; empty for other patients.
  dialysis_no text not null default '',
  dialysis_mode text not null default '',
  -- 1 Monday … 7 Sunday.
  weekdays smallint[] not null default '{}',
  shift_id text not null default '',
  bed text not null default '',
  first_date date,
  dry_weight numeric(5, 1),
  access text not null default '',
  note text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  -- Initials, to sort by: no database here knows pinyin order.
  pinyin text not null default '',
  search_grams text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, outpatient_code)
);
create index patient_order on patient.patient (org_id, pinyin, id);
create index patient_search on patient.patient using gin (search_grams);
create index patient_shift on patient.patient (org_id, shift_id) where patient_type = 'dialysis';
