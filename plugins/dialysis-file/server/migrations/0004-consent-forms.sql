-- Texts of consents of a facility, by version; a consent names its version in words, as it stands on the paper.
create table dialysis_file.consent_form (
  id text primary key, org_id text not null, kind varchar(20) not null, version_no varchar(40) not null, from_day date not null, to_day date check (to_day >= from_day),
  description varchar(500) not null default '', search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index consent_form_once_idx on dialysis_file.consent_form (org_id, kind, version_no) where deleted_at is null;
create index consent_form_search_idx on dialysis_file.consent_form using gin (search_grams);
