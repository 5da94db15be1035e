-- Handing out in parts, trace codes, goods-received notes, corrections, counts, and what the pharmacy wants of each item.

-- Acts that leave rxStatus where it is (the rest is picked, handed out, taken back): with the prescription's own version they make
-- the version that a caller must have read. The row is also what two pharmacists wait for.
create table pharmacy.dispensing (
  dp_id text primary key,
  acts integer not null default 0
);

alter table pharmacy.dispensing_step
  add column checks text[] not null default '{}',
  add column partial boolean not null default false;

alter table pharmacy.movement
  drop constraint movement_kind_check,
  drop constraint movement_check,
  drop constraint movement_check1,
  add column reason text not null default '',
  add column document_id text,
  add column document_no text not null default '',
  add constraint movement_kind_known check (kind in ('receive', 'dispense', 'return', 'adjust', 'count')),
  add constraint movement_sign check (
    case kind when 'dispense' then quantity < 0 when 'receive' then quantity > 0 when 'return' then quantity > 0 else quantity <> 0 end
  ),
  add constraint movement_share check ((kind in ('dispense', 'return')) = (allocation_id is not null)),
  add constraint movement_reason check ((kind = 'adjust') = (reason <> ''));
create index movement_day on pharmacy.movement (org_id, business_day);

-- One row per item that was ever received or that somebody wants kept.
create table pharmacy.item (
  org_id text not null,
  drug_id text not null,
  kind text not null check (kind in ('drug', 'material')),
  drug_name text not null,
  drug_spec text not null,
  unit text not null,
  stock_unit text not null,
  stock_dmin numeric(16, 4) not null check (stock_dmin > 0),
  -- preparation units; 0 = no warning
  minimum numeric(16, 4) not null default 0 check (minimum >= 0),
  trace_required boolean not null default false,
  version integer not null default 1,
  search_grams text[] not null default '{}',
  primary key (org_id, drug_id)
);
create index item_search on pharmacy.item using gin (search_grams);
insert into pharmacy.item (org_id, drug_id, kind, drug_name, drug_spec, unit, stock_unit, stock_dmin, search_grams)
  select distinct on (org_id, drug_id) org_id, drug_id, kind, drug_name, drug_spec, unit, stock_unit, stock_dmin, search_grams
  from pharmacy.lot order by org_id, drug_id, created_at desc;

-- A pack's code leaves the pharmacy once and never again, not even after the pack came back.
create table pharmacy.trace_code (
  code text primary key check (code ~ '^[0-9]{20}$'),
  org_id text not null,
  allocation_id text not null references pharmacy.allocation (id),
  lot_id text not null references pharmacy.lot (id),
  dp_id text not null,
  operator_id text not null,
  sold_at timestamptz not null,
  returned_at timestamptz
);
create index trace_code_allocation on pharmacy.trace_code (allocation_id);
create index trace_code_prescription on pharmacy.trace_code (dp_id);

create table pharmacy.goods_receipt (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  receipt_no text not null,
  supplier text not null,
  invoice_no text not null default '',
  note text not null default '',
  line_count integer not null check (line_count > 0),
  -- yuan
  total numeric(14, 2) not null,
  operator_id text not null,
  operator_name text not null,
  received_at timestamptz not null,
  business_day date not null,
  origin text not null default 'desk' check (origin in ('desk', 'demo')),
  unique (org_id, receipt_no)
);
create index goods_receipt_list on pharmacy.goods_receipt (org_id, seq desc);

create table pharmacy.goods_receipt_line (
  receipt_id text not null references pharmacy.goods_receipt (id),
  line_no integer not null,
  lot_id text not null references pharmacy.lot (id),
  -- stock units (boxes) and the same in preparation units
  quantity numeric(16, 4) not null check (quantity > 0),
  pieces numeric(16, 4) not null check (pieces > 0),
  -- yuan per stock unit, and yuan of the line
  cost numeric(14, 4) not null check (cost >= 0),
  amount numeric(14, 2) not null check (amount >= 0),
  primary key (receipt_id, line_no)
);

create table pharmacy.stock_count (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  count_no text not null,
  basis text not null check (basis in ('paper', 'shelf')),
  -- what the sheet covers, as text for people
  scope text not null default '',
  state text not null default 'open' check (state in ('open', 'posted', 'dropped')),
  note text not null default '',
  line_count integer not null default 0,
  opened_by text not null,
  opened_by_name text not null,
  opened_at timestamptz not null,
  closed_by_name text not null default '',
  closed_at timestamptz,
  version integer not null default 1,
  unique (org_id, count_no)
);
create index stock_count_list on pharmacy.stock_count (org_id, seq desc);

create table pharmacy.stock_count_line (
  count_id text not null references pharmacy.stock_count (id),
  lot_id text not null references pharmacy.lot (id),
  line_no integer not null,
  -- on hand when the sheet was made
  snapshot numeric(16, 4) not null,
  counted numeric(16, 4) check (counted >= 0),
  -- on hand when the counted figure was typed in
  book numeric(16, 4),
  counted_by_name text not null default '',
  counted_at timestamptz,
  -- posted difference
  difference numeric(16, 4),
  primary key (count_id, lot_id)
);

create trigger goods_receipt_append_only before update or delete on pharmacy.goods_receipt for each row execute function pharmacy.refuse_change();
create trigger goods_receipt_line_append_only before update or delete on pharmacy.goods_receipt_line for each row execute function pharmacy.refuse_change();
