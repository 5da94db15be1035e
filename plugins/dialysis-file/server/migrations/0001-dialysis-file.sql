-- What is written of patients on dialysis. The id of a file is that of the patient.
create table dialysis_file.file (
  id text primary key,
  org_id text not null,
  first_dialysis_on date,
  first_here_on date,
  cause text not null,
  cause_note varchar(100) not null,
  residual_urine integer,
  comorbidities text[] not null,
  blood_group text not null,
  height_cm integer,
  nurse_id text,
  doctor_id text,
  transient boolean not null,
  dialyser_allergies text[] not null,
  note varchar(500) not null,
  -- where the patient was put by hand; null: where the rule says
  zone_override text,
  zone_reason varchar(200) not null,
  zone_by_name varchar(100) not null,
  zone_at timestamptz,
  outcome jsonb,
  outcome_on date,
  -- how often something of the file was written
  changes integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz
);
create index file_org_idx on dialysis_file.file (org_id, outcome_on);

create table dialysis_file.pattern (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  from_day date not null,
  to_day date,
  cycle_weeks smallint not null check (cycle_weeks between 1 and 4),
  -- a Monday; weeks of the cycle count from it
  anchor_monday date not null check ((anchor_monday - date '2024-01-01') % 7 = 0),
  every_days smallint check (every_days between 2 and 7),
  slots jsonb not null,
  remark varchar(500) not null,
  reason varchar(200) not null,
  cancelled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index pattern_patient_idx on dialysis_file.pattern (patient_id, from_day);
create index pattern_org_idx on dialysis_file.pattern (org_id, from_day) where not cancelled;

create table dialysis_file.prescription (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  version_no integer not null,
  state varchar(10) not null check (state in ('draft', 'signed', 'replaced', 'dropped')),
  content jsonb not null,
  signed_by_id varchar(64) not null,
  signed_by_name varchar(100) not null,
  signed_at timestamptz,
  replaced_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index prescription_signed_idx on dialysis_file.prescription (patient_id) where state = 'signed';
create unique index prescription_draft_idx on dialysis_file.prescription (patient_id) where state = 'draft';
create unique index prescription_no_idx on dialysis_file.prescription (patient_id, version_no);

create table dialysis_file.dry_weight (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  kg numeric(4, 1) not null,
  from_day date not null,
  review_on date not null,
  method text not null,
  reason varchar(200) not null
);
create index dry_weight_patient_idx on dialysis_file.dry_weight (patient_id, written_at);

create table dialysis_file.access (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  kind text not null,
  side text not null,
  site varchar(50) not null,
  state text not null,
  made_on date,
  first_used_on date,
  end_on date,
  end_reason varchar(200) not null,
  hospital varchar(100) not null,
  surgeon varchar(100) not null,
  needle_gauge smallint,
  puncture_method text,
  lock_arterial numeric(3, 1),
  lock_venous numeric(3, 1),
  note varchar(500) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index access_patient_idx on dialysis_file.access (patient_id, written_at);

create table dialysis_file.access_event (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  access_id text not null references dialysis_file.access (id),
  kind text not null,
  on_day date not null,
  note varchar(500) not null
);
create index access_event_patient_idx on dialysis_file.access_event (patient_id, on_day);
create index access_event_access_idx on dialysis_file.access_event (access_id);

create table dialysis_file.result (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  marker text not null,
  result text not null,
  on_day date not null,
  titre integer,
  note varchar(500) not null,
  -- taken back as wrongly recorded; '' counts
  dropped_reason varchar(200) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index result_patient_idx on dialysis_file.result (patient_id, on_day);

create table dialysis_file.consent (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  kind text not null,
  modes text[] not null,
  signed_on date not null,
  signer varchar(100) not null,
  withdrawn_on date,
  withdrawn_reason varchar(200) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index consent_patient_idx on dialysis_file.consent (patient_id, signed_on);

create table dialysis_file.change (
  id text primary key,
  org_id text not null,
  patient_id text not null references dialysis_file.file (id),
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  act varchar(40) not null,
  params jsonb not null,
  reason varchar(500) not null
);
create index change_patient_idx on dialysis_file.change (patient_id, written_at desc, id desc);
