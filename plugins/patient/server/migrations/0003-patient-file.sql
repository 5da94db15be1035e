-- Documents other than the ID card, and the day of the last serology.
alter table patient.patient
  add column cert_type text not null default '01' check (cert_type in ('01', '02', '04', '06', '07', '08', '99')),
  add column infection_checked_on date;

-- Files that may be the same person are looked for by these.
create index patient_idcard on patient.patient (org_id, idcard) where idcard <> '';
create index patient_phone on patient.patient (org_id, phone) where phone <> '';
create index patient_name_birthday on patient.patient (org_id, patient_name, birthday);

-- What became of a file: only ever added to.
create table patient.change (
  id text primary key,
  patient_id text not null references patient.patient (id),
  org_id text not null,
  changed_at timestamptz not null,
  user_id text not null,
  user_name text not null,
  act text not null check (act in ('created', 'edited', 'enabled', 'disabled', 'merged', 'absorbed', 'separated')),
  reason text not null default '',
  -- The other file of a merge.
  other_id text references patient.patient (id),
  -- [{field, before, after}], numbers in full; masked before anybody sees them.
  fields jsonb not null default '[]'
);
create index change_patient on patient.change (patient_id, changed_at desc, id desc);

-- Merges with both files as they were before, so that one can be explained and taken back.
create table patient.merge (
  id text primary key,
  org_id text not null,
  from_id text not null references patient.patient (id),
  into_id text not null references patient.patient (id),
  merged_at timestamptz not null,
  user_id text not null,
  user_name text not null,
  reason text not null,
  from_before jsonb not null,
  into_before jsonb not null,
  -- Version of the file that is left right after; any later change shows as another one.
  into_version integer not null,
  -- Files that had been merged into the one that went, and were repointed.
  carried text[] not null default '{}',
  undone_at timestamptz,
  undone_by text not null default '',
  check (from_id <> into_id)
);
create index merge_into on patient.merge (into_id, merged_at desc);
create index merge_from on patient.merge (from_id, merged_at desc);
