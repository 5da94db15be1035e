-- Exports that outlast their call: made in the background, fetched afterwards by whoever asked for them.
create table core.export_job (
  id text primary key,
  user_id text not null,
  -- facility of the session that asked
  org_id text not null,
  -- name of the export's route, whose permission the file needs, too
  route text not null,
  name text not null default '',
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  rows_read bigint not null default 0,
  rows_written bigint not null default 0,
  bytes bigint not null default 0,
  -- key of the refusal, with its params
  error text not null default '',
  error_params jsonb not null default '{}',
  file_id text,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- the last sign of life of who makes it, on the steady line
  seen_at timestamptz not null
);
-- One at a time for each person.
create unique index export_job_running on core.export_job (user_id) where state = 'running';
create index export_job_of_user on core.export_job (user_id, started_at desc);
create index export_job_ended on core.export_job (ended_at);
