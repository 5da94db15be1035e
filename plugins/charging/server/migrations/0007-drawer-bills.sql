-- Which bills a closing takes is written with the bill. It was worked out from times: after the clock was set back, bills bore times before
-- the last closing and fell out of all closings for good.

-- Bills whose money lies in the drawer: charged or refunded, and not handed in.
create table charging.drawer_bill (
  bill_id text primary key references charging.bill (id),
  org_id text not null,
  cashier_id text not null
);
create index drawer_bill_drawer on charging.drawer_bill (org_id, cashier_id);

-- Among them those that fell out: the next closing hands them in.
insert into charging.drawer_bill (bill_id, org_id, cashier_id)
select bill.id, bill.org_id, bill.cashier_id from charging.bill
where not exists (select 1 from charging.shift_bill as handed where handed.bill_id = bill.id);

create function charging.put_into_drawer() returns trigger language plpgsql as $$
begin
  insert into charging.drawer_bill (bill_id, org_id, cashier_id) values (new.id, new.org_id, new.cashier_id);
  return null;
end $$;
create trigger bill_into_drawer after insert on charging.bill for each row execute function charging.put_into_drawer();

-- Two closings that want the same bill wait for each other here, and the second one is refused.
create function charging.take_from_drawer() returns trigger language plpgsql as $$
begin
  delete from charging.drawer_bill as lying using charging.shift
  where lying.bill_id = new.bill_id and shift.id = new.shift_id and shift.org_id = lying.org_id and shift.cashier_id = lying.cashier_id;
  if not found then
    raise exception 'bill % does not lie in the drawer of that closing', new.bill_id;
  end if;
  return null;
end $$;
create trigger shift_bill_from_drawer after insert on charging.shift_bill for each row execute function charging.take_from_drawer();

create function charging.check_place_of_bill() returns trigger language plpgsql as $$
declare
  bill text := case tg_op when 'DELETE' then old.bill_id else new.bill_id end;
begin
  if exists (select 1 from charging.drawer_bill where bill_id = bill) = exists (select 1 from charging.shift_bill where bill_id = bill) then
    raise exception 'bill % must lie either in the drawer or in one closing', bill;
  end if;
  return null;
end $$;
create constraint trigger drawer_bill_place after insert or delete on charging.drawer_bill deferrable initially deferred
  for each row execute function charging.check_place_of_bill();
create trigger drawer_bill_append_only before update on charging.drawer_bill for each row execute function charging.refuse_change();

-- Order in which closings were written; their times need not follow it.
alter table charging.shift add column seq bigint;
alter table charging.shift disable trigger shift_append_only;
update charging.shift set seq = ranked.place
from (select id, row_number() over (order by closed_at, id) as place from charging.shift) as ranked where ranked.id = shift.id;
alter table charging.shift enable trigger shift_append_only;
alter table charging.shift alter column seq set not null, alter column seq add generated always as identity;
select setval(pg_get_serial_sequence('charging.shift', 'seq'), (select coalesce(max(seq), 0) + 1 from charging.shift), false);
create index shift_order on charging.shift (org_id, cashier_id, seq desc);

-- A closing may bear an earlier time than its bills: both say what the clock showed.
do $$
declare
  rule text;
begin
  select conname into strict rule from pg_constraint
  where conrelid = 'charging.shift'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%closed_at >= opened_at%';
  execute format('alter table charging.shift drop constraint %I', rule);
end $$;

create or replace function charging.check_shift() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from charging.shift_bill one join charging.bill on bill.id = one.bill_id
    where one.shift_id = new.id and (bill.cashier_id <> new.cashier_id or bill.org_id <> new.org_id)
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
