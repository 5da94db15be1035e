create table sample_plugin.ward (
  id text primary key, org_id text not null, full_name varchar(50) not null, en_code varchar(20) not null, beds integer not null, kind varchar(20) not null default 'open',
  sort_code integer not null default 0, description varchar(500) not null default '', enabled boolean not null default true, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index ward_code_idx on sample_plugin.ward (org_id, en_code) where deleted_at is null;
create index ward_search_idx on sample_plugin.ward using gin (search_grams);
