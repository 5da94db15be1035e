-- A run holds the lease, not merely a node: a process that comes back under the same name gives nothing of another run away.
alter table core.job_lease
  -- the run that holds it; empty when none does
  add column run_id text not null default '',
  -- when the job was first seen, a moment of the steady line: the first moment of a cron text is counted from here
  add column known_at timestamptz;

-- Runs of jobs, as administrators see them.
create table core.job_run (
  id text primary key,
  seq bigint not null generated always as identity,
  -- plugin.name
  job text not null,
  -- core or the id of a plugin
  owner text not null,
  node text not null,
  state text not null check (state in ('running', 'done', 'failed', 'cancelled', 'lost')),
  -- what the clock on the wall showed
  started_at timestamptz not null,
  ended_at timestamptz,
  -- how far it is; null while the job has told nothing
  done_count bigint,
  total_count bigint,
  progress_text text not null default '',
  -- 'timer' or the id of who asked for it
  requested_by text not null,
  requested_name text not null default '',
  -- who wants it to end; empty when nobody does
  cancel_by text not null default '',
  cancel_name text not null default '',
  -- key of a refusal, or what an exception said; empty when there is nothing to say
  error text not null default '',
  error_params jsonb not null default '{}',
  -- lines that came after the last one that was kept
  lines_dropped integer not null default 0
);
create unique index job_run_running on core.job_run (job) where state = 'running';
create index job_run_job on core.job_run (job, seq desc);

create table core.job_run_line (
  run_id text not null references core.job_run (id) on delete cascade,
  no integer not null,
  at timestamptz not null,
  line text not null,
  primary key (run_id, no)
);
