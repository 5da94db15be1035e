-- A consent is asked for on a form of some version and signed or refused; scans of it hang on it.
alter table dialysis_file.consent
  add column decision varchar(10) not null default 'signed' check (decision in ('signed', 'refused')),
  add column refused_reason varchar(200) not null default '',
  add column form_version varchar(40) not null default '',
  -- the last day on which it holds; null: until it is withdrawn
  add column valid_to date check (valid_to >= signed_on),
  -- files of the storage that this plugin keeps itself: id, name, bytes, type
  add column files jsonb not null default '[]';
