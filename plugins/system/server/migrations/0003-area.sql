-- Provinces, cities, districts, and what a site adds below them.
create table system.area (
  id text primary key, full_name varchar(50) not null, en_code varchar(20) not null, parent_id text,
  sort_code integer not null default 0, enabled boolean not null default true, description varchar(500) not null default '',
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index area_code_idx on system.area (en_code) where deleted_at is null;
create index area_parent_idx on system.area (parent_id, sort_code, en_code);
create index area_search_idx on system.area using gin (search_grams);

-- Those of the national list, with what it calls them.
create table system.area_listed (area_id text primary key, name varchar(50) not null);

-- One row: the list that was taken over last.
create table system.area_seed (name varchar(20) primary key, source varchar(100) not null, dated varchar(10) not null);
