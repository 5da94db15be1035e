create table data.map (
  id text primary key, full_name varchar(50) not null, en_code varchar(50) not null, sort_code integer not null, description varchar(500) not null default '',
  enabled boolean not null default true, features integer not null default 0, data_size integer not null default 0, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index map_code_idx on data.map (en_code) where deleted_at is null;
create index map_search_idx on data.map using gin (search_grams);

-- Apart from their maps: lists would read megabytes.
create table data.map_shape (map_id text primary key references data.map (id), content text not null);
