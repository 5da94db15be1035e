-- Backups that were asked for or came by their time; rows go with their files.
create table data.backup (
  id text primary key, file_name varchar(120) not null, file_size bigint not null, state varchar(20) not null, scheduled boolean not null, with_files boolean not null,
  creator_name varchar(100) not null, host varchar(255) not null, row_count bigint not null, file_count bigint not null, file_bytes bigint not null,
  milliseconds bigint not null, trouble varchar(40) not null, trouble_params jsonb not null, verify_state varchar(20) not null, verified_at timestamptz,
  verify_trouble varchar(40) not null, verify_params jsonb not null, broken text[] not null, created_at timestamptz not null
);
create index backup_created_idx on data.backup (created_at, id);

-- One row: how backups are made and kept. Without it there is no timetable.
create table data.backup_setting (
  id text primary key, enabled boolean not null, cron varchar(100) not null, with_files boolean not null, verify_after boolean not null, keep_days integer not null,
  keep_weeks integer not null, keep_months integer not null, passphrase_sealed text not null, enabled_at timestamptz not null, counts_from timestamptz not null,
  version integer not null
);
