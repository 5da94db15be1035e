-- A month of several facilities is looked through in the background. What was found is kept for the person who asked, without names of patients.
create table dialysis_session.finding_run (
  id text primary key,
  -- the facility whose rules hold, all facilities that are looked at, and a digest of both with the person and the month
  org_id text not null,
  facilities text[] not null,
  asked varchar(64) not null,
  month varchar(7) not null,
  state text not null check (state in ('running', 'cancelling', 'done', 'cancelled', 'failed')),
  user_id varchar(64) not null,
  days_read integer not null default 0,
  days integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- why it failed: key of a refusal and what its sentence names
  error text not null default '',
  error_params jsonb not null default '{}',
  found jsonb,
  -- who works on it and until when nobody else takes it over
  lease_owner text not null default '',
  lease_until timestamptz not null
);
create unique index finding_run_active on dialysis_session.finding_run (asked) where state in ('running', 'cancelling');
create index finding_run_asked on dialysis_session.finding_run (asked, started_at desc, id desc);
