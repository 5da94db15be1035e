-- Goods that were used away from the counter: what is out under the name of each treatment, by lot, and packs that several patients share.
alter table pharmacy.movement
  drop constraint movement_kind_known,
  drop constraint movement_sign,
  drop constraint movement_origin_check,
  add constraint movement_kind_known check (kind in ('receive', 'dispense', 'return', 'adjust', 'count', 'use', 'unuse')),
  add constraint movement_sign check (
    case when kind in ('dispense', 'use') then quantity < 0 when kind in ('receive', 'return', 'unuse') then quantity > 0 else quantity <> 0 end
  ),
  add constraint movement_origin_known check (origin in ('desk', 'demo', 'bedside'));

create table pharmacy.used_goods (
  id text primary key,
  org_id text not null,
  -- name of what used it, for good
  source_key varchar(100) not null,
  drug_id text not null,
  kind text not null check (kind in ('drug', 'material')),
  drug_name varchar(200) not null,
  unit varchar(40) not null,
  patient_id varchar(64) not null,
  used_on date not null,
  -- preparation units: used, and of that what no lot had
  wanted numeric(16, 4) not null check (wanted >= 0),
  missing numeric(16, 4) not null check (missing >= 0 and missing <= wanted),
  problems text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index used_goods_key_idx on pharmacy.used_goods (source_key, drug_id);
create index used_goods_org_idx on pharmacy.used_goods (org_id, used_on);

create table pharmacy.used_lot (
  id text primary key,
  org_id text not null,
  used_id text not null references pharmacy.used_goods (id),
  lot_id text not null references pharmacy.lot (id),
  quantity numeric(16, 4) not null check (quantity >= 0),
  -- somebody scanned this lot, it was not chosen by its expiry
  scanned boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index used_lot_once_idx on pharmacy.used_lot (used_id, lot_id);
create index used_lot_lot_idx on pharmacy.used_lot (lot_id);

-- A pack that was opened where it is used. Its code leaves once, as one that goes over the counter does.
create table pharmacy.opened_pack (
  code text primary key check (code ~ '^[0-9]{20}$'),
  org_id text not null,
  drug_id text not null,
  pack_size numeric(16, 4) not null check (pack_size > 0),
  opened_at timestamptz not null,
  opened_by varchar(64) not null
);
create index opened_pack_org_idx on pharmacy.opened_pack (org_id, drug_id);

create table pharmacy.pack_share (
  id text primary key,
  org_id text not null,
  code text not null references pharmacy.opened_pack (code),
  used_id text not null references pharmacy.used_goods (id),
  quantity numeric(16, 4) not null check (quantity >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index pack_share_once_idx on pharmacy.pack_share (code, used_id);
create index pack_share_used_idx on pharmacy.pack_share (used_id);
