create table data.data_source (
  id text primary key, full_name varchar(50) not null, db_type varchar(20) not null, host varchar(253) not null, port integer not null,
  service_name varchar(63) not null default '', db_schema varchar(63) not null default '', user_name varchar(63) not null default '',
  table_space varchar(100) not null default '', oracle_extend boolean not null default false, oracle_link_type varchar(100) not null default '',
  oracle_role varchar(100) not null default '', oracle_service varchar(100) not null default '',
  sort_code integer not null default 0, enabled boolean not null default true, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index data_source_name_idx on data.data_source (full_name) where deleted_at is null;
create index data_source_search_idx on data.data_source using gin (search_grams);

create table data.source_secret (
  source_id text primary key references data.data_source (id), password text not null
);
