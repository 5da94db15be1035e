-- Money that came in and went out at the desk. Bills, their lines and payments are added, never changed:
-- a cancelled bill gets a second bill with negative entries that names it.

create table charging.facility (
  org_id text primary key,
  facility_name text not null,
  fixmedins_name text not null default '',
  fixmedins_code text not null default ''
);

create table charging.receipt_series (
  org_id text primary key,
  prefix text not null unique check (prefix ~ '^[A-Z0-9]{1,8}$'),
  refund_prefix text not null unique check (refund_prefix ~ '^[A-Z0-9]{1,8}$' and refund_prefix <> prefix),
  digits integer not null check (digits between 3 and 10)
);

create table charging.pay_way (
  code text primary key,
  kind text not null check (kind in ('cash', 'card', 'wechat', 'alipay', 'other')),
  name_zh text not null,
  name_zhtw text not null,
  name_en text not null,
  gives_change boolean not null default false,
  needs_reference boolean not null default false,
  sort_code integer not null default 0,
  enabled boolean not null default true
);

insert into charging.pay_way (code, kind, name_zh, name_zhtw, name_en, gives_change, needs_reference, sort_code) values
  ('cash', 'cash', '现金', '現金', 'Cash', true, false, 10),
  ('wechat', 'wechat', '微信', '微信支付', 'WeChat Pay', false, false, 20),
  ('alipay', 'alipay', '支付宝', '支付寶', 'Alipay', false, false, 30),
  ('card', 'card', '银行卡', '銀行卡', 'Bank card', false, false, 40);

create table charging.bill (
  id text primary key,
  bill_no text not null,
  kind text not null check (kind in ('charge', 'refund')),
  -- desk: made by a call that is in the audit log; demo: made when the demo data was loaded.
  origin text not null default 'desk' check (origin in ('desk', 'demo')),
  org_id text not null,
  patient_id text not null,
  patient_name text not null,
  patient_sex integer not null,
  patient_age integer not null,
  outpatient_code text not null,
  reim_way text not null,
  -- 0 = not settled through insurance
  med_ins_mark text not null default '0',
  diagnosis jsonb not null default '[]',
  total numeric(14, 2) not null,
  west numeric(14, 2) not null,
  diag_treat numeric(14, 2) not null,
  assay numeric(14, 2) not null,
  consumables numeric(14, 2) not null,
  other numeric(14, 2) not null,
  charged_at timestamptz not null,
  business_day date not null,
  cashier_id text not null,
  cashier_name text not null,
  -- the bill that a refund takes back
  reverses_id text references charging.bill (id),
  reason text not null default '',
  search_grams text[] not null default '{}',
  unique (org_id, bill_no),
  -- a bill is taken back once
  unique (reverses_id),
  check (west + diag_treat + assay = total),
  check ((kind = 'charge' and total >= 0 and reverses_id is null) or (kind = 'refund' and total <= 0 and reverses_id is not null))
);
create index bill_list on charging.bill (org_id, charged_at desc, id desc);
create index bill_day on charging.bill (org_id, business_day);
create index bill_patient on charging.bill (patient_id, charged_at desc);
create index bill_search on charging.bill using gin (search_grams);

create table charging.bill_prescription (
  bill_id text not null references charging.bill (id),
  dp_id text not null,
  dp_number text not null,
  kind text not null check (kind in ('charge', 'refund')),
  worker_name text not null,
  total numeric(14, 2) not null,
  primary key (bill_id, dp_id)
);
-- The last fence against charging twice: one charge and one refund for each prescription.
create unique index bill_prescription_charged on charging.bill_prescription (dp_id, kind);

create table charging.bill_line (
  bill_id text not null references charging.bill (id),
  line_no integer not null,
  dp_id text not null,
  dp_number text not null,
  detail_id text not null,
  drug_id text not null,
  drug_name text not null,
  drug_spec text not null,
  drug_type text not null,
  medical_ins_code text not null,
  quantity numeric(16, 4) not null,
  quantity_unit text not null,
  price numeric(14, 4) not null check (price >= 0),
  sub_total numeric(14, 2) not null,
  primary key (bill_id, line_no),
  check (sub_total = round(price * quantity, 2))
);

create table charging.payment (
  bill_id text not null references charging.bill (id),
  seq integer not null,
  pay_way text not null,
  amount numeric(14, 2) not null check (amount <> 0),
  tendered numeric(14, 2) not null,
  change numeric(14, 2) not null check (change >= 0 and tendered - change = amount),
  reference text not null default '',
  primary key (bill_id, seq)
);
create index payment_way on charging.payment (pay_way, bill_id);

create function charging.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'bills are append-only';
end $$;
create trigger bill_append_only before update or delete on charging.bill for each row execute function charging.refuse_change();
create trigger bill_prescription_append_only before update or delete on charging.bill_prescription for each row execute function charging.refuse_change();
create trigger bill_line_append_only before update or delete on charging.bill_line for each row execute function charging.refuse_change();
create trigger payment_append_only before update or delete on charging.payment for each row execute function charging.refuse_change();

-- At commit a bill is whole or it is not there: lines, payments and prescriptions each add up to its total.
create function charging.check_bill() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(sub_total), 0) from charging.bill_line where bill_id = new.id) <> new.total
    or (select coalesce(sum(amount), 0) from charging.payment where bill_id = new.id) <> new.total
    or (select coalesce(sum(total), 0) from charging.bill_prescription where bill_id = new.id) <> new.total
  then
    raise exception 'bill % does not add up', new.bill_no;
  end if;
  return null;
end $$;
create constraint trigger bill_adds_up after insert on charging.bill deferrable initially deferred for each row execute function charging.check_bill();
