-- Large changes of prices wait here for a second person; only what was confirmed becomes a price.
create table prescription.price_proposal (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  -- True: an adjustment of many prices, whose prices carry the id as batch.
  many boolean not null,
  valid_from date not null,
  reason text not null check (reason <> ''),
  creator_id text not null,
  creator_name text not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'retracted')),
  decider_id text not null default '',
  decider_name text not null default '',
  decided_at timestamptz,
  decision_reason text not null default '',
  check ((state = 'waiting') = (decided_at is null)),
  check (state <> 'confirmed' or decider_id <> creator_id),
  check (state <> 'retracted' or decider_id = creator_id)
);
create index price_proposal_list on prescription.price_proposal (org_id, state, seq desc);

create table prescription.price_proposal_line (
  proposal_id text not null references prescription.price_proposal (id),
  line_no integer not null,
  org_id text not null,
  drug_id text not null,
  -- Yuan per stock unit.
  before numeric(14, 4) not null,
  after numeric(14, 4) not null check (after >= 0),
  waiting boolean not null default true,
  primary key (proposal_id, line_no),
  foreign key (org_id, drug_id) references prescription.catalogue (org_id, drug_id)
);
-- Of one entry one change waits at a time.
create unique index price_proposal_waiting on prescription.price_proposal_line (org_id, drug_id) where waiting;
create index price_proposal_entry on prescription.price_proposal_line (org_id, drug_id, proposal_id);

-- What was asked for stays as it was; a decision is made once.
create function prescription.refuse_proposal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'waiting' or (new.id, new.org_id, new.many, new.valid_from, new.reason, new.creator_id, new.creator_name, new.created_at)
    is distinct from (old.id, old.org_id, old.many, old.valid_from, old.reason, old.creator_id, old.creator_name, old.created_at) then
    raise exception 'price proposals are decided once and never changed';
  end if;
  return new;
end $$;
create trigger price_proposal_once before update or delete on prescription.price_proposal
  for each row execute function prescription.refuse_proposal_change();
create function prescription.refuse_proposal_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.waiting or (new.proposal_id, new.line_no, new.org_id, new.drug_id, new.before, new.after)
    is distinct from (old.proposal_id, old.line_no, old.org_id, old.drug_id, old.before, old.after) then
    raise exception 'price proposals are decided once and never changed';
  end if;
  return new;
end $$;
create trigger price_proposal_line_once before update or delete on prescription.price_proposal_line
  for each row execute function prescription.refuse_proposal_line_change();

-- The proposal that a price came from; null for what one person might write alone.
alter table prescription.catalogue_price add column proposal_id text references prescription.price_proposal (id);
