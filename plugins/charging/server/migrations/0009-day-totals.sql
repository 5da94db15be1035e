-- What each cashier took on each business day, written with the bills: sums over years read days instead of a million bills. Whoever writes a
-- bill holds the drawer of its cashier already, so nobody waits for these rows who did not wait before.
create table charging.day_total (
  org_id text not null,
  business_day date not null,
  cashier_id text not null,
  kind text not null check (kind in ('charge', 'refund')),
  bills integer not null,
  total numeric(16, 2) not null,
  west numeric(16, 2) not null,
  diag_treat numeric(16, 2) not null,
  assay numeric(16, 2) not null,
  primary key (org_id, business_day, cashier_id, kind)
);
create table charging.day_way (
  org_id text not null,
  business_day date not null,
  cashier_id text not null,
  kind text not null check (kind in ('charge', 'refund')),
  pay_way text not null,
  amount numeric(16, 2) not null,
  primary key (org_id, business_day, cashier_id, kind, pay_way)
);

insert into charging.day_total
select org_id, business_day, cashier_id, kind, count(*), sum(total), sum(west), sum(diag_treat), sum(assay)
from charging.bill group by org_id, business_day, cashier_id, kind;
insert into charging.day_way
select bill.org_id, bill.business_day, bill.cashier_id, bill.kind, payment.pay_way, sum(payment.amount)
from charging.bill join charging.payment on payment.bill_id = bill.id group by 1, 2, 3, 4, 5;

create function charging.add_to_day() returns trigger language plpgsql as $$
begin
  insert into charging.day_total as kept values (new.org_id, new.business_day, new.cashier_id, new.kind, 1, new.total, new.west, new.diag_treat, new.assay)
  on conflict (org_id, business_day, cashier_id, kind) do update set bills = kept.bills + 1, total = kept.total + excluded.total,
    west = kept.west + excluded.west, diag_treat = kept.diag_treat + excluded.diag_treat, assay = kept.assay + excluded.assay;
  return null;
end $$;
create trigger bill_into_day after insert on charging.bill for each row execute function charging.add_to_day();

create function charging.add_way_to_day() returns trigger language plpgsql as $$
begin
  insert into charging.day_way as kept
  select bill.org_id, bill.business_day, bill.cashier_id, bill.kind, new.pay_way, new.amount from charging.bill where bill.id = new.bill_id
  on conflict (org_id, business_day, cashier_id, kind, pay_way) do update set amount = kept.amount + excluded.amount;
  return null;
end $$;
create trigger payment_into_day after insert on charging.payment for each row execute function charging.add_way_to_day();
