-- Part of a bill can go back, as often as something is left of it. A prescription is still charged once;
-- refunds of a bill together never exceed it, by line, by payment way and by prescription.

-- A bill was taken back once; now it may be taken back in parts.
alter table charging.bill drop constraint bill_reverses_id_key;
create index bill_reverses on charging.bill (reverses_id) where reverses_id is not null;

drop index charging.bill_prescription_charged;
-- The last fence against charging twice.
create unique index bill_prescription_charged on charging.bill_prescription (dp_id) where kind = 'charge';
create index bill_prescription_dp on charging.bill_prescription (dp_id, kind);

-- Entries of a refund stand as "sum of all refunds so far, rounded once": one fen around price times quantity.
alter table charging.bill_line drop constraint bill_line_check;
alter table charging.bill_line add constraint bill_line_amount check (
  (quantity >= 0 and sub_total = round(price * quantity, 2))
  or (quantity < 0 and sub_total <= 0 and abs(sub_total - round(price * quantity, 2)) <= 0.01)
);

-- line_count: lists count lines without reading them. takes_last: after this refund nothing of its bill is left.
alter table charging.bill add column line_count integer not null default 0 check (line_count >= 0);
alter table charging.bill add column takes_last boolean not null default false;
alter table charging.bill disable trigger bill_append_only;
update charging.bill set
  line_count = (select count(*) from charging.bill_line line where line.bill_id = bill.id),
  takes_last = (kind = 'refund');
alter table charging.bill enable trigger bill_append_only;
alter table charging.bill add constraint bill_takes_last check (kind = 'refund' or not takes_last);

-- Lists go by day; sums of a day come from the index alone.
drop index charging.bill_day;
create index bill_page on charging.bill (org_id, business_day desc, charged_at desc, id desc) include (line_count, total);

alter table charging.receipt_series add column date_format text not null default 'yyyyMMdd' check (date_format in ('yyyyMMdd', 'yyyyMM', 'yyyy'));

create or replace function charging.check_bill() returns trigger language plpgsql as $$
declare
  original charging.bill%rowtype;
  something_left boolean;
begin
  if (select coalesce(sum(sub_total), 0) from charging.bill_line where bill_id = new.id) <> new.total
    or (select coalesce(sum(amount), 0) from charging.payment where bill_id = new.id) <> new.total
    or (select coalesce(sum(total), 0) from charging.bill_prescription where bill_id = new.id) <> new.total
    or (select count(*) from charging.bill_line where bill_id = new.id) <> new.line_count
  then
    raise exception 'bill % does not add up', new.bill_no;
  end if;
  if new.kind = 'charge' then
    return null;
  end if;
  -- Refunds of one bill wait for each other here, so that each sees what the others took.
  select * into original from charging.bill where id = new.reverses_id for update;
  if original.kind <> 'charge' or original.org_id <> new.org_id or original.patient_id <> new.patient_id then
    raise exception 'refund % does not belong to its bill', new.bill_no;
  end if;
  if exists (
    select 1 from charging.bill_line line join charging.bill on bill.id = line.bill_id
    where bill.id = original.id or bill.reverses_id = original.id
    group by line.dp_id, line.detail_id
    having sum(line.quantity) < 0 or sum(line.sub_total) < 0 or (sum(line.quantity) = 0 and sum(line.sub_total) <> 0)
  ) or exists (
    select 1 from charging.payment join charging.bill on bill.id = payment.bill_id
    where bill.id = original.id or bill.reverses_id = original.id
    group by payment.pay_way having sum(payment.amount) < 0
  ) or exists (
    select 1 from charging.bill_prescription one join charging.bill on bill.id = one.bill_id
    where bill.id = original.id or bill.reverses_id = original.id
    group by one.dp_id having sum(one.total) < 0
  ) then
    raise exception 'refund % takes back more than was charged', new.bill_no;
  end if;
  select coalesce(sum(line.quantity), 0) > 0 into something_left
  from charging.bill_line line join charging.bill on bill.id = line.bill_id
  where bill.id = original.id or bill.reverses_id = original.id;
  if new.takes_last = something_left then
    raise exception 'refund % is wrong about what is left', new.bill_no;
  end if;
  return null;
end $$;
