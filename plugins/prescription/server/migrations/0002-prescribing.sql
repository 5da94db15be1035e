-- What the checks while prescribing rest on, per catalogue entry.
alter table prescription.catalogue
  -- Active ingredients without salts; solvents have none. Duplicates, interactions and allergies are found by them.
  add column ingredients text[] not null default '{}',
  -- Classes that an allergy may name: penicillins, cephalosporins, iodine.
  add column allergy_classes text[] not null default '{}',
  -- What is usual on a day, in d_min_unit; 0 = not limited.
  add column daily_dose_min numeric(14, 6) not null default 0 check (daily_dose_min >= 0),
  add column daily_dose_max numeric(14, 6) not null default 0 check (daily_dose_max >= 0),
  -- Warning for dialysis patients.
  add column renal_level text not null default '' check (renal_level in ('', 'info', 'reason', 'block')),
  add column renal_advice text not null default '',
  -- Whole years; 0 = no limit. Younger needs a reason, older is pointed out.
  add column age_min integer not null default 0,
  add column age_max integer not null default 0,
  add column antibiotic boolean not null default false,
  add column skin_test boolean not null default false,
  -- Which pharmacy of the facility hands it out; empty = the main one.
  add column pharmacy text not null default '';

alter table prescription.detail
  -- Disease that the line is written for; empty = the first diagnosis of the prescription.
  add column dise_code text not null default '',
  -- Medical category of the line; 0 = that of the prescription.
  add column med_type integer not null default 0,
  add column pharmacy text not null default '';

alter table prescription.prescription add column split_from text not null default '';

-- Ingredients that should not be given together; national knowledge, the same for every facility.
create table prescription.interaction (
  id text primary key,
  ingredient_a text not null,
  ingredient_b text not null,
  level text not null check (level in ('info', 'reason', 'block')),
  note text not null,
  enabled boolean not null default true,
  version integer not null default 1,
  unique (ingredient_a, ingredient_b)
);

-- Why a person went on in spite of a check.
create table prescription.check_override (
  id text primary key,
  org_id text not null,
  dp_id text not null references prescription.prescription (id),
  patient_id text not null,
  stage text not null check (stage in ('confirm', 'dispense')),
  finding_key text not null,
  code text not null,
  params jsonb not null default '{}',
  reason text not null check (reason <> ''),
  user_id text not null,
  user_name text not null,
  dp_version integer not null,
  created_at timestamptz not null default now()
);
create index check_override_prescription on prescription.check_override (dp_id, created_at, id);

create function prescription.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'overrides are append-only';
end $$;
create trigger check_override_append_only before update or delete on prescription.check_override
  for each row execute function prescription.refuse_change();

-- Packages that a doctor keeps for himself or shares with his department.
create table prescription.custom_package (
  id text primary key,
  org_id text not null,
  owner_id text not null,
  owner_name text not null,
  department_id text not null default '',
  scope text not null default 'own' check (scope in ('own', 'department')),
  package_name text not null,
  note text not null default '',
  removed boolean not null default false,
  version integer not null default 1,
  search_grams text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index custom_package_name on prescription.custom_package (org_id, owner_id, package_name) where not removed;
create index custom_package_shared on prescription.custom_package (org_id, department_id) where scope = 'department' and not removed;
create index custom_package_search on prescription.custom_package using gin (search_grams);

create table prescription.custom_package_line (
  package_id text not null references prescription.custom_package (id),
  line_no integer not null,
  kind text not null,
  -- No foreign key and the name beside it: what left the catalogue is still named in a clear sentence.
  drug_id text not null,
  drug_name text not null,
  once_using numeric(14, 6) not null default 0,
  once_using_unit text not null default '',
  drug_usage text not null default '',
  drug_interval text not null default '',
  drug_days integer not null default 1,
  drug_num numeric(14, 4) not null default 0,
  drug_num_unit text not null default '',
  manual_num boolean not null default false,
  group_no integer not null default 0,
  remark text not null default '',
  primary key (package_id, line_no)
);
