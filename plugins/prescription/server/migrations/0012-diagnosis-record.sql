-- A diagnosis has an id as every record has; of those that are there it is their code, so that entries of the audit log still name them.
alter table prescription.diagnosis
  add column id text,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
update prescription.diagnosis set id = code;
alter table prescription.diagnosis
  alter column id set not null,
  drop constraint diagnosis_pkey,
  add primary key (id);
create unique index diagnosis_code_idx on prescription.diagnosis (code);
create index diagnosis_name_idx on prescription.diagnosis (pinyin, id);
