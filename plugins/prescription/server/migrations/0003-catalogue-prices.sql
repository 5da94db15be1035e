-- Catalogue maintenance: versions of entries, and prices by day. A price is added, never changed; the one in force on a
-- business day is the latest that is valid by then (of two for the same day the one written last).
alter table prescription.catalogue add column version integer not null default 1;
alter table prescription.package add column version integer not null default 1;

create table prescription.catalogue_price (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  drug_id text not null,
  valid_from date not null,
  -- Yuan per stock unit.
  price numeric(14, 4) not null check (price >= 0),
  reason text not null default '',
  -- Names the prices that one batch adjustment wrote; empty for a single one.
  batch_id text not null default '',
  creator_id text not null,
  creator_name text not null,
  created_at timestamptz not null,
  foreign key (org_id, drug_id) references prescription.catalogue (org_id, drug_id)
);
create index catalogue_price_day on prescription.catalogue_price (org_id, drug_id, valid_from desc, seq desc);

-- A price that was taken back before its day came.
create table prescription.catalogue_price_withdrawal (
  price_id text primary key references prescription.catalogue_price (id),
  reason text not null,
  creator_id text not null,
  creator_name text not null,
  created_at timestamptz not null
);

insert into prescription.catalogue_price (id, org_id, drug_id, valid_from, price, reason, creator_id, creator_name, created_at)
select 'first-' || org_id || '-' || drug_id, org_id, drug_id, (created_at at time zone 'Asia/Shanghai')::date, price, '', '', '', created_at
from prescription.catalogue;
alter table prescription.catalogue drop column price;

create function prescription.refuse_price_change() returns trigger language plpgsql as $$
begin
  raise exception 'prices are added, never changed';
end $$;
create trigger catalogue_price_append_only before update or delete on prescription.catalogue_price
  for each row execute function prescription.refuse_price_change();
create trigger catalogue_price_withdrawal_append_only before update or delete on prescription.catalogue_price_withdrawal
  for each row execute function prescription.refuse_price_change();

-- "Which prescriptions use this entry?" is asked before its units change.
create index detail_entry on prescription.detail (org_id, drug_id);
create index package_line_entry on prescription.package_line (org_id, drug_id);
