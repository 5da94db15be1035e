-- A try is counted before the password is looked at, so that many at once cannot all pass the limit. `judging` are those that are being
-- looked at now; they are among the failures until they prove right.
alter table core.login_attempt add column judging integer not null default 0;

-- An address is slowed, never shut: a whole centre sits behind one.
delete from core.login_attempt where key like 'address:%';

create table core.login_address (
  -- IPv4 address, or the first 64 bits of an IPv6 one
  network text primary key,
  -- failed tries from there, over all accounts; halves every few hours
  pressure double precision not null,
  counted_at timestamptz not null,
  -- until when the places of each lane are given out: of those who worked for it, and of the others
  worked_until timestamptz,
  idle_until timestamptz
);
