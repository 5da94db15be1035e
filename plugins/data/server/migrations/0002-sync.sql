create table data.sync_run (
  id text primary key, source_id varchar(64) not null, source_name varchar(50) not null, table_name varchar(63) not null, clear_first boolean not null,
  state text not null, position jsonb not null, rows_expected bigint not null, rows_read bigint not null, rows_written bigint not null,
  rows_refused bigint not null, problem varchar(80) not null, problem_detail varchar(200) not null, cancel boolean not null,
  creator_id varchar(64) not null, creator_user varchar(50) not null, org_id varchar(64) not null, started_at timestamptz not null, ended_at timestamptz,
  lease_owner text not null default '', lease_until timestamptz not null
);
-- One copy at a time into a table.
create unique index sync_run_open_idx on data.sync_run (table_name) where state in ('waiting', 'running');
create index sync_run_started_idx on data.sync_run (started_at desc, id desc);

create table data.sync_refusal (
  run_id text not null references data.sync_run (id), line_no integer not null, row_key varchar(200) not null, reason varchar(200) not null,
  primary key (run_id, line_no)
);
