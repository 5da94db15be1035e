-- The national catalogue as each facility has it, downloads that survive any interruption, and the codes behind the facility's entries.

create table insurance.catalogue_version (
  org_id text not null,
  kind text not null,
  -- Highest version stored (files), or time of change up to which everything is stored (queries).
  version text not null,
  checked_at timestamptz not null,
  primary key (org_id, kind)
);

create table insurance.catalogue_run (
  id text primary key,
  org_id text not null,
  kind text not null,
  state text not null check (state in ('waiting', 'running', 'cancelling', 'done', 'failed', 'cancelled')),
  from_version text not null,
  -- Highest version among the rows stored so far.
  seen_version text not null default '',
  file_query_no text not null default '',
  file_name text not null default '',
  -- Of the file whose rows up to `position` are stored: another file begins anew.
  file_hash text not null default '',
  position integer not null default 0,
  total integer,
  stored integer not null default 0,
  skipped integer not null default 0,
  attempts integer not null default 0,
  error text not null default '',
  error_params jsonb not null default '{}',
  user_id text not null,
  user_name text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  lease_owner text not null default '',
  lease_until timestamptz not null
);
create unique index catalogue_run_active on insurance.catalogue_run (org_id, kind) where state in ('waiting', 'running', 'cancelling');
create index catalogue_run_list on insurance.catalogue_run (org_id, started_at desc, id desc);
create index catalogue_run_kind on insurance.catalogue_run (org_id, kind, started_at desc);

create table insurance.national_item (
  org_id text not null,
  code text not null,
  kind text not null,
  list_type text not null,
  name text not null,
  generic_name text not null default '',
  spec text not null default '',
  form text not null default '',
  unit text not null default '',
  approval_number text not null default '',
  maker text not null default '',
  grade text not null default '',
  limited boolean not null default false,
  limit_text text not null default '',
  valid boolean not null,
  begn_date text not null default '',
  end_date text not null default '',
  version text not null default '',
  search_grams text[] not null default '{}',
  primary key (org_id, code)
);
create index national_item_search on insurance.national_item using gin (search_grams);
create index national_item_approval on insurance.national_item (org_id, approval_number) where approval_number <> '';
create index national_item_kind on insurance.national_item (org_id, kind);

-- Diagnoses, operations, chronic diseases: codes that are no goods.
create table insurance.national_term (
  org_id text not null,
  kind text not null,
  code text not null,
  name text not null,
  valid boolean not null,
  version text not null default '',
  search_grams text[] not null default '{}',
  primary key (org_id, kind, code)
);
create index national_term_search on insurance.national_term using gin (search_grams);

-- 1312: what the insurer's own list says of a code of it.
create table insurance.list_entry (
  org_id text not null,
  hilist_code text not null,
  area text not null,
  begn_date text not null,
  end_date text not null default '',
  name text not null,
  list_type text not null default '',
  fee_group text not null default '',
  grade text not null default '',
  limited boolean not null default false,
  valid boolean not null,
  primary key (org_id, hilist_code, area, begn_date)
);

-- 1316: national code and code of the insurer's list. 1317: our entry and the national code as the platform has it.
create table insurance.list_link (
  org_id text not null,
  kind text not null,
  from_code text not null,
  to_code text not null,
  area text not null default '',
  begn_date text not null,
  end_date text not null default '',
  valid boolean not null,
  primary key (org_id, kind, from_code, to_code, area, begn_date)
);

-- 1318
create table insurance.price_cap (
  org_id text not null,
  hilist_code text not null,
  -- Level of the hospital.
  cap_type text not null,
  area text not null,
  begn_date text not null,
  end_date text not null default '',
  above_way text not null default '',
  cap numeric(16, 6) not null,
  valid boolean not null,
  primary key (org_id, hilist_code, cap_type, area, begn_date)
);

-- 1319
create table insurance.own_share (
  org_id text not null,
  hilist_code text not null,
  person_type text not null,
  share_type text not null,
  area text not null,
  begn_date text not null,
  end_date text not null default '',
  share numeric(9, 4) not null,
  valid boolean not null,
  primary key (org_id, hilist_code, person_type, share_type, area, begn_date)
);

-- The facility's entries as prescribing has them: a copy, so that the list can be sorted by what is wrong. Written by comparing only.
create table insurance.facility_item (
  org_id text not null,
  drug_id text not null,
  list_type text not null,
  drug_type text not null,
  drug_name text not null,
  drug_spec text not null,
  drug_form text not null,
  drug_number text not null,
  approval_number text not null,
  maker text not null,
  stock_unit text not null,
  own_code text not null,
  grade text not null,
  price numeric(14, 4) not null,
  enabled boolean not null,
  fingerprint text not null,
  pinyin text not null,
  search_grams text[] not null default '{}',
  primary key (org_id, drug_id)
);
create index facility_item_search on insurance.facility_item using gin (search_grams);

create table insurance.facility_sync (
  org_id text primary key,
  synced_at timestamptz not null
);

create table insurance.mapping (
  id text primary key,
  org_id text not null,
  drug_id text not null,
  list_type text not null,
  code text not null,
  name text not null,
  begn_date text not null,
  end_date text not null default '',
  state text not null check (state in ('draft', 'reported', 'refused')),
  refusal text not null default '',
  -- The platform knows it, whatever state came after.
  known_there boolean not null default false,
  user_id text not null,
  user_name text not null,
  created_at timestamptz not null,
  reported_at timestamptz,
  ended_at timestamptz,
  ended_by text not null default '',
  version integer not null default 1
);
create unique index mapping_standing on insurance.mapping (org_id, drug_id) where ended_at is null;
create index mapping_history on insurance.mapping (org_id, drug_id, created_at desc);
create index mapping_code on insurance.mapping (org_id, code);
