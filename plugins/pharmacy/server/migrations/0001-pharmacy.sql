-- Stock by lot, what is promised of it, and the ledger that explains every figure. Quantities count preparation units
-- (tablets, ampoules). The ledger and the history of a prescription are added to, never changed.

create table pharmacy.lot (
  id text primary key,
  org_id text not null,
  kind text not null check (kind in ('drug', 'material')),
  drug_id text not null,
  drug_name text not null,
  drug_spec text not null,
  maker text not null default '',
  unit text not null,
  stock_unit text not null,
  -- preparation units in one stock unit
  stock_dmin numeric(16, 4) not null check (stock_dmin > 0),
  lot_no text not null,
  -- last day on which the lot may be handed out
  expires_on date not null,
  -- yuan per stock unit
  cost numeric(14, 4) not null check (cost >= 0),
  location text not null default '',
  on_hand numeric(16, 4) not null default 0 check (on_hand >= 0),
  reserved numeric(16, 4) not null default 0 check (reserved >= 0),
  frozen boolean not null default false,
  frozen_reason text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  search_grams text[] not null default '{}',
  check (reserved <= on_hand),
  unique (org_id, drug_id, lot_no, expires_on, location, cost)
);
create index lot_fefo on pharmacy.lot (org_id, drug_id, expires_on, id);
create index lot_list on pharmacy.lot (org_id, expires_on, id);
create index lot_search on pharmacy.lot using gin (search_grams);

-- A line's share of a lot. Open promise = quantity - taken - released.
create table pharmacy.allocation (
  id text primary key,
  org_id text not null,
  dp_id text not null,
  detail_id text not null,
  lot_id text not null references pharmacy.lot (id),
  quantity numeric(16, 4) not null check (quantity > 0),
  taken numeric(16, 4) not null default 0 check (taken >= 0),
  released numeric(16, 4) not null default 0 check (released >= 0),
  returned numeric(16, 4) not null default 0 check (returned >= 0),
  created_at timestamptz not null,
  check (taken + released <= quantity),
  check (returned <= taken)
);
create index allocation_prescription on pharmacy.allocation (dp_id, id);
create index allocation_lot on pharmacy.allocation (lot_id);

create table pharmacy.movement (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  lot_id text not null references pharmacy.lot (id),
  kind text not null check (kind in ('receive', 'dispense', 'return')),
  quantity numeric(16, 4) not null,
  -- on hand after this row
  balance numeric(16, 4) not null check (balance >= 0),
  dp_id text,
  dp_number text not null default '',
  patient_name text not null default '',
  detail_id text,
  allocation_id text references pharmacy.allocation (id),
  operator_id text not null,
  operator_name text not null,
  moved_at timestamptz not null,
  business_day date not null,
  note text not null default '',
  origin text not null default 'desk' check (origin in ('desk', 'demo')),
  check ((kind = 'dispense' and quantity < 0) or (kind <> 'dispense' and quantity > 0)),
  check ((kind = 'receive') = (allocation_id is null))
);
create index movement_lot on pharmacy.movement (lot_id, seq desc);
create index movement_list on pharmacy.movement (org_id, seq desc);
create index movement_prescription on pharmacy.movement (dp_id) where dp_id is not null;

-- Who did what with a prescription, and why.
create table pharmacy.dispensing_step (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  dp_id text not null,
  action text not null check (action in ('review', 'refuse', 'pick', 'unpick', 'dispense', 'return')),
  rx_status integer not null,
  reason text not null default '',
  operator_id text not null,
  operator_name text not null,
  acted_at timestamptz not null
);
create index dispensing_step_prescription on pharmacy.dispensing_step (dp_id, seq);

create function pharmacy.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the stock ledger is append-only';
end $$;
create trigger movement_append_only before update or delete on pharmacy.movement for each row execute function pharmacy.refuse_change();
create trigger dispensing_step_append_only before update or delete on pharmacy.dispensing_step for each row execute function pharmacy.refuse_change();
