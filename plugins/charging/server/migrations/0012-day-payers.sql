-- Sums of days are kept by payer, too: whom data schemes show the bills of some payers or cashiers alone reads days as well, not a million bills.
drop trigger bill_into_day on charging.bill;
drop trigger payment_into_day on charging.payment;
truncate charging.day_total, charging.day_way;
alter table charging.day_total add column reim_way text not null;
alter table charging.day_total drop constraint day_total_pkey;
alter table charging.day_way add column reim_way text not null;
alter table charging.day_way drop constraint day_way_pkey;

insert into charging.day_total (org_id, business_day, cashier_id, kind, reim_way, bills, total, west, diag_treat, assay)
select org_id, business_day, cashier_id, kind, reim_way, count(*), sum(total), sum(west), sum(diag_treat), sum(assay) from charging.bill group by 1, 2, 3, 4, 5;
insert into charging.day_way (org_id, business_day, cashier_id, kind, reim_way, pay_way, amount)
select bill.org_id, bill.business_day, bill.cashier_id, bill.kind, bill.reim_way, payment.pay_way, sum(payment.amount)
from charging.bill join charging.payment on payment.bill_id = bill.id group by 1, 2, 3, 4, 5, 6;
alter table charging.day_total add primary key (org_id, business_day, cashier_id, kind, reim_way);
alter table charging.day_way add primary key (org_id, business_day, cashier_id, kind, reim_way, pay_way);

create or replace function charging.add_to_day() returns trigger language plpgsql as $$
begin
  insert into charging.day_total as kept (org_id, business_day, cashier_id, kind, reim_way, bills, total, west, diag_treat, assay)
  values (new.org_id, new.business_day, new.cashier_id, new.kind, new.reim_way, 1, new.total, new.west, new.diag_treat, new.assay)
  on conflict (org_id, business_day, cashier_id, kind, reim_way) do update set bills = kept.bills + 1, total = kept.total + excluded.total,
    west = kept.west + excluded.west, diag_treat = kept.diag_treat + excluded.diag_treat, assay = kept.assay + excluded.assay;
  return null;
end $$;
create trigger bill_into_day after insert on charging.bill for each row execute function charging.add_to_day();

create or replace function charging.add_way_to_day() returns trigger language plpgsql as $$
begin
  insert into charging.day_way as kept (org_id, business_day, cashier_id, kind, reim_way, pay_way, amount)
  select bill.org_id, bill.business_day, bill.cashier_id, bill.kind, bill.reim_way, new.pay_way, new.amount from charging.bill where bill.id = new.bill_id
  on conflict (org_id, business_day, cashier_id, kind, reim_way, pay_way) do update set amount = kept.amount + excluded.amount;
  return null;
end $$;
create trigger payment_into_day after insert on charging.payment for each row execute function charging.add_way_to_day();
