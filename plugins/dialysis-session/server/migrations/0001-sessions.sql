-- A treatment. One row holds its sheet by sections, so that a sheet of years ago is one read; what happened in it stands in dialysis_session.entry.
create table dialysis_session.session (
  id text primary key,
  org_id text not null,
  day date not null,
  shift_id varchar(64) not null,
  -- of a day before there was a board: the treatment's own id
  slot_id varchar(64) not null,
  station_id varchar(64) not null,
  station_code varchar(40) not null,
  machine_id varchar(64),
  patient_id varchar(64) not null,
  origin varchar(20) not null,
  mode varchar(10) not null,
  state smallint not null check (state in (0, 1, 2, 3, 4, 5, 7, 8, 9)),
  -- marks: when, and who with the name of that day
  arrived_at timestamptz,
  confirmed_at timestamptz,
  doctor_id varchar(64) not null default '',
  doctor_name varchar(100) not null default '',
  doctor_no varchar(50) not null default '',
  check1_at timestamptz,
  check1_by varchar(64) not null default '',
  started_at timestamptz,
  check2_at timestamptz,
  check2_by varchar(64) not null default '',
  ended_at timestamptz,
  closed_at timestamptz,
  last_reading_at timestamptz,
  -- copy of the prescription in force, the access and the dry weight, as they were when the doctor confirmed
  plan jsonb,
  -- by section: its fields, the version, and who wrote it last
  sections jsonb not null,
  -- of the weights and the volume, for lists and time lines
  pre_weight numeric(5, 1),
  post_weight numeric(5, 1),
  uf_volume integer,
  minutes integer,
  systolic_before integer,
  diastolic_before integer,
  systolic_after integer,
  diastolic_after integer,
  -- the prescription that the closed treatment wrote, or that stood there before
  prescription_id varchar(64) not null default '',
  prescription_no varchar(64) not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
-- Two of these can never run at once.
create unique index session_patient_running_idx on dialysis_session.session (patient_id) where state = 3;
create unique index session_station_running_idx on dialysis_session.session (station_id) where state = 3;
create unique index session_machine_running_idx on dialysis_session.session (machine_id) nulls not distinct where state = 3;
create unique index session_slot_idx on dialysis_session.session (slot_id);
create index session_day_idx on dialysis_session.session (org_id, day desc, id);
create index session_patient_idx on dialysis_session.session (patient_id, day desc);

-- What was done and seen, in the order in which it arrived; never changed but by a correction, which is an entry of its own and keeps both values.
create table dialysis_session.entry (
  id text primary key,
  org_id text not null,
  session_id text not null references dialysis_session.session (id),
  -- the name that the device gave it, so that it is stored once however often it is sent
  client_id varchar(64) not null,
  -- of what was sent, so that one name never stands for two things
  digest varchar(64) not null,
  kind varchar(20) not null,
  -- the moment that counts, by the server's clock; when it arrived; what the device said, and by how much that is off
  at timestamptz not null,
  entered_at timestamptz not null,
  device_at timestamptz,
  skew_ms integer not null,
  is_late boolean not null,
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  -- the second person, who signed at the same device
  co_id varchar(64) not null default '',
  co_name varchar(100) not null default '',
  content jsonb not null,
  -- how often a correction changed it
  corrections integer not null default 0
);
create unique index entry_client_idx on dialysis_session.entry (org_id, client_id);
create index entry_session_idx on dialysis_session.entry (session_id, at, id);

-- What a patient gets during treatments: long-term orders and single ones.
create table dialysis_session.standing_order (
  id text primary key,
  org_id text not null,
  patient_id varchar(64) not null,
  once boolean not null,
  every_days integer not null,
  timing text not null check (timing in ('before', 'during', 'after', 'any')),
  title varchar(100) not null,
  dose varchar(100) not null,
  -- entry of the catalogue that is charged when it is given, and how many of it; empty: nothing is charged
  drug_id varchar(64) not null default '',
  drug_kind varchar(10) not null default '',
  quantity integer not null default 0,
  high_risk boolean not null,
  valid_from date not null,
  valid_to date,
  doctor_id varchar(64) not null,
  doctor_name varchar(100) not null,
  stopped_at timestamptz,
  stopped_by varchar(100) not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index standing_order_patient_idx on dialysis_session.standing_order (patient_id, valid_from desc);
create index standing_order_org_idx on dialysis_session.standing_order (org_id, id);

create table dialysis_session.given (
  id text primary key,
  org_id text not null,
  session_id text not null references dialysis_session.session (id),
  order_id text not null references dialysis_session.standing_order (id),
  entry_id text not null,
  day date not null,
  outcome text not null check (outcome in ('given', 'changed', 'skipped')),
  dose varchar(100) not null,
  reason varchar(200) not null,
  -- who prepared and checked a drug of high risk
  checker_id varchar(64) not null,
  checker_name varchar(100) not null,
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  at timestamptz not null,
  -- a single order is over when it was given
  single boolean not null
);
create unique index given_once_idx on dialysis_session.given (session_id, order_id);
create unique index given_single_idx on dialysis_session.given (order_id) where single and outcome <> 'skipped';
create index given_order_idx on dialysis_session.given (order_id, day desc);
create index given_org_idx on dialysis_session.given (org_id, day desc);

-- What a treatment of a mode is charged with: the treatment itself, dialyser, lines.
create table dialysis_session.kit_line (
  id text primary key,
  org_id text not null,
  mode varchar(10) not null,
  part text not null check (part in ('treatment', 'dialyser', 'lines', 'other')),
  drug_id varchar(64) not null,
  drug_kind varchar(10) not null,
  drug_name varchar(200) not null,
  quantity integer not null check (quantity between 1 and 99),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index kit_line_once_idx on dialysis_session.kit_line (org_id, mode, drug_id) where deleted_at is null;
-- At most one treatment item for a treatment.
create unique index kit_line_treatment_idx on dialysis_session.kit_line (org_id, mode) where deleted_at is null and part = 'treatment';
