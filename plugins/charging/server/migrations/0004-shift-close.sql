-- A cashier counts the money and hands it in. A closing is written once and never changed; each bill belongs to at most one.

-- One row per cashier and facility, taken as a lock while money moves or a shift is closed.
create table charging.drawer (
  org_id text not null,
  cashier_id text not null,
  primary key (org_id, cashier_id)
);

create table charging.shift (
  id text primary key,
  shift_no text not null,
  -- desk: made by a call that is in the audit log; demo: made when the demo data was loaded.
  origin text not null default 'desk' check (origin in ('desk', 'demo')),
  org_id text not null,
  cashier_id text not null,
  cashier_name text not null,
  -- moment of the first bill
  opened_at timestamptz not null,
  closed_at timestamptz not null check (closed_at >= opened_at),
  business_day date not null,
  charge_count integer not null,
  refund_count integer not null,
  charged numeric(14, 2) not null check (charged >= 0),
  refunded numeric(14, 2) not null check (refunded <= 0),
  -- receipt numbers, first and last; empty when there were none
  first_bill_no text not null,
  last_bill_no text not null,
  first_refund_no text not null,
  last_refund_no text not null,
  -- what the bills say must lie in the drawer, and what was counted
  cash_expected numeric(14, 2) not null,
  cash_counted numeric(14, 2) not null check (cash_counted >= 0),
  difference_reason text not null default '',
  unique (org_id, shift_no),
  check (charge_count + refund_count > 0),
  check (cash_counted = cash_expected or difference_reason <> '')
);
create index shift_list on charging.shift (org_id, closed_at desc, id desc);
create index shift_cashier on charging.shift (cashier_id, closed_at desc);

create table charging.shift_way (
  shift_id text not null references charging.shift (id),
  pay_way text not null,
  charged numeric(14, 2) not null,
  refunded numeric(14, 2) not null,
  count integer not null,
  primary key (shift_id, pay_way)
);

create table charging.shift_bill (
  -- a bill is handed in once
  bill_id text primary key references charging.bill (id),
  shift_id text not null references charging.shift (id)
);
create index shift_bill_shift on charging.shift_bill (shift_id);
create index bill_cashier on charging.bill (org_id, cashier_id, charged_at);

create trigger shift_append_only before update or delete on charging.shift for each row execute function charging.refuse_change();
create trigger shift_way_append_only before update or delete on charging.shift_way for each row execute function charging.refuse_change();
create trigger shift_bill_append_only before update or delete on charging.shift_bill for each row execute function charging.refuse_change();

-- At commit a closing says exactly what its bills say, and they are bills of that cashier.
create function charging.check_shift() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from charging.shift_bill one join charging.bill on bill.id = one.bill_id
    where one.shift_id = new.id and (bill.cashier_id <> new.cashier_id or bill.org_id <> new.org_id or bill.charged_at > new.closed_at)
  ) or (
    select row (count(*) filter (where bill.kind = 'charge'), count(*) filter (where bill.kind = 'refund'),
      coalesce(sum(bill.total) filter (where bill.kind = 'charge'), 0), coalesce(sum(bill.total) filter (where bill.kind = 'refund'), 0))
    from charging.shift_bill one join charging.bill on bill.id = one.bill_id where one.shift_id = new.id
  ) is distinct from row (new.charge_count::bigint, new.refund_count::bigint, new.charged, new.refunded)
  or (select coalesce(sum(charged + refunded), 0) from charging.shift_way where shift_id = new.id) <> new.charged + new.refunded
  then
    raise exception 'closing % does not add up', new.shift_no;
  end if;
  return null;
end $$;
create constraint trigger shift_adds_up after insert on charging.shift deferrable initially deferred for each row execute function charging.check_shift();
