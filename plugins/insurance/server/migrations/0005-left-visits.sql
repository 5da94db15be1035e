-- Registrations that nobody needs any more, or that nobody knows the fate of: taken back at the platform until it has said what became of them.

alter table insurance.visit
  -- `cancel`: its unsettled fees and the registration go; `open`: only the fees do, then it takes fees again.
  add column tidy text not null default '' check (tidy in ('', 'cancel', 'open')),
  -- The transaction that comes next.
  add column tidy_step text not null default '' check (tidy_step in ('', '2201', '2205', '2202')),
  -- The message of that step that nobody answered: it is repeated as it was.
  add column tidy_exchange_id text,
  add column tidy_reason text not null default '',
  add column tidy_by_id text not null default '',
  add column tidy_by_name text not null default '',
  add column tidy_rounds integer not null default 0,
  -- Empty while there is nothing to do, or nothing that can be done without a person.
  add column next_try_at timestamptz,
  add column problem text not null default '',
  add column problem_params jsonb not null default '{}';
create index visit_due on insurance.visit (next_try_at) where next_try_at is not null;

-- `settled_at` is the platform's moment, by whose days both sides reconcile; this is ours.
alter table insurance.settlement add column booked_at timestamptz;
update insurance.settlement set booked_at = settled_at where settled_at is not null and state not in ('booking', 'review');
