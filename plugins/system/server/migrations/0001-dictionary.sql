create table system.dictionary_type (
  id text primary key, full_name varchar(50) not null, en_code varchar(50) not null, parent_id text, is_tree boolean not null default false,
  sort_code integer not null default 0, description varchar(500) not null default '', search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index dictionary_type_code_idx on system.dictionary_type (en_code) where deleted_at is null;
create index dictionary_type_parent_idx on system.dictionary_type (parent_id);
create index dictionary_type_search_idx on system.dictionary_type using gin (search_grams);

create table system.dictionary_data (
  id text primary key, dictionary_type_id text not null, full_name varchar(100) not null, en_code varchar(50) not null, parent_id text,
  sort_code integer not null default 0, enabled boolean not null default true, description varchar(500) not null default '',
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index dictionary_data_code_idx on system.dictionary_data (dictionary_type_id, en_code) where deleted_at is null;
create index dictionary_data_order_idx on system.dictionary_data (dictionary_type_id, sort_code, id);
create index dictionary_data_parent_idx on system.dictionary_data (parent_id);
create index dictionary_data_search_idx on system.dictionary_data using gin (search_grams);

-- What plugins declare: the dictionary, and each of its entries.
create table system.declared_type (type_id text primary key, plugin_id varchar(64) not null, labels jsonb not null, may jsonb not null);
create table system.declared_entry (data_id text primary key, type_id text not null, labels jsonb not null);
create index declared_entry_type_idx on system.declared_entry (type_id);

-- One row, raised by each change: caches compare it.
create table system.dictionary_revision (name varchar(20) primary key, value bigint not null);
insert into system.dictionary_revision (name, value) values ('all', 1);
