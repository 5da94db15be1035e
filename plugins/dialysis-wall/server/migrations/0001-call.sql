-- Calls of patients to a screen in the waiting room. Who is shown comes from the board and the treatments.
create table dialysis_wall.call (
  id text primary key, org_id text not null, call_day date not null, slot_id varchar(64) not null, patient_id varchar(64) not null, place text not null,
  called_at timestamptz not null, withdrawn_at timestamptz, by_id varchar(64) not null, by_name varchar(100) not null,
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1
);
create index call_day_idx on dialysis_wall.call (org_id, call_day, called_at);
create index call_slot_idx on dialysis_wall.call (slot_id, called_at);
create index call_patient_idx on dialysis_wall.call (patient_id);
