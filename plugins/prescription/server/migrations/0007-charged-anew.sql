-- Part of what an insurer settled goes back: the whole bill is reversed and what remains is charged anew. What was prescribed stays as it
-- was written; what went back stands beside it.

-- How often it was charged and taken back so that the rest is charged anew, and what the lines given back then were worth.
alter table prescription.prescription
  add column rounds smallint not null default 0 check (rounds >= 0),
  add column withdrawn_price numeric(14, 2) not null default 0 check (withdrawn_price >= 0);

-- What went back of a line, in the unit that was sold; added, never changed.
create table prescription.withdrawal (
  dp_id text not null references prescription.prescription (id),
  round smallint not null check (round > 0),
  detail_id text not null references prescription.detail (id),
  quantity numeric(14, 4) not null check (quantity > 0),
  -- The bill of negative entries that it went back with.
  bill_id text not null,
  created_at timestamptz not null,
  primary key (dp_id, round, detail_id)
);
create function prescription.refuse_withdrawal_change() returns trigger language plpgsql as $$
begin
  raise exception 'what went back of a prescription cannot be changed';
end $$;
create trigger withdrawal_append_only before update or delete on prescription.withdrawal
  for each row execute function prescription.refuse_withdrawal_change();
