-- Left visits are worked on like all other rows: by who holds the lease, not by who moved the time of the next try.
alter table insurance.visit
  add column lease_owner text not null default '',
  add column lease_until timestamptz not null default '2000-01-01';
