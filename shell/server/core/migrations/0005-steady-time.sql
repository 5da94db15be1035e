-- Durations go by a line of moments that no clock moves back; see core/steady-time.ts.
create table core.steady_time (
  id integer primary key default 1 check (id = 1),
  -- how far the line has come
  at timestamptz not null,
  -- when that was, by the clock of the database
  seen timestamptz not null
);
-- Leases that were taken before lie behind the line, even when the clock was set back just before this.
insert into core.steady_time (at, seen)
select greatest(clock_timestamp(), max(last_started_at)), clock_timestamp() from core.job_lease;

-- The clock of a computer was set, forward or back.
create table core.clock_step (
  id text primary key,
  seq bigint not null generated always as identity,
  -- what it showed afterwards
  at timestamptz not null,
  -- milliseconds, forward when positive
  by_ms bigint not null,
  node text not null
);
create index clock_step_seq on core.clock_step (seq desc);

-- Checks of what must always hold between the rows of plugins (their invariants), and what did not.
create table core.data_check (
  id text primary key,
  seq bigint not null generated always as identity,
  -- business day that it was made for
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  rules integer not null,
  broken integer not null
);
create index data_check_seq on core.data_check (seq desc);

create table core.data_finding (
  check_id text not null references core.data_check (id) on delete cascade,
  plugin_id text not null,
  rule text not null,
  -- facility of the rows; empty when none is known, or the rule itself could not be looked at
  org_id text not null,
  -- holders of this grant in that facility are told
  concerns text not null,
  row_count integer not null,
  -- ids of some of the rows
  sample text[] not null,
  -- why the rule could not be looked at; empty when it could
  error text not null default '',
  primary key (check_id, plugin_id, rule, org_id)
);
