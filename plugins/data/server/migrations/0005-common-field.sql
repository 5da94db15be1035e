create table data.common_field (
  id text primary key, field varchar(50) not null, field_name varchar(200) not null default '', data_type varchar(20) not null,
  data_length varchar(10) not null default '', allow_null boolean not null default true, sort_code integer not null default 0,
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index common_field_name_idx on data.common_field (field) where deleted_at is null;
