-- Drugs, materials, treatments and laboratory items with the prices of one facility.
create table prescription.catalogue (
  org_id text not null,
  drug_id text not null,
  kind text not null check (kind in ('drug', 'material', 'item')),
  drug_name text not null,
  drug_spec text not null default '',
  drug_form text not null default '',
  drug_type text not null,
  drug_category text not null default '',
  medical_ins_code text not null default '',
  -- Dose in one preparation unit; 0 = no dose is counted.
  d_min numeric(14, 6) not null default 0 check (d_min >= 0),
  d_min_unit text not null default '',
  prepara_unit text not null,
  stock_unit text not null,
  -- Preparation units in one stock unit.
  stock_dmin numeric(14, 4) not null check (stock_dmin > 0),
  -- Yuan per stock unit.
  price numeric(14, 4) not null check (price >= 0),
  rounding text not null check (rounding in ('dose', 'total')),
  split_allowed boolean not null default false,
  stock_kept boolean not null default false,
  directory_type text not null default '',
  drug_number text not null default '',
  approval_number text not null default '',
  manufacturer text not null default '',
  limit_use_sign smallint not null default 0,
  limit_use_scope text not null default '',
  control_class text not null default '',
  cold_chain boolean not null default false,
  usual_dose numeric(14, 6) not null default 0,
  usual_usage text not null default '',
  usual_interval text not null default '',
  usual_days integer not null default 0,
  specimen text not null default '',
  enabled boolean not null default true,
  pinyin text not null default '',
  search_grams text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, drug_id)
);
create index catalogue_order on prescription.catalogue (org_id, kind, pinyin, drug_id);
create index catalogue_search on prescription.catalogue using gin (search_grams);

create table prescription.package (
  org_id text not null,
  package_id text not null,
  package_name text not null,
  note text not null default '',
  sort_code integer not null default 0,
  enabled boolean not null default true,
  search_grams text[] not null default '{}',
  primary key (org_id, package_id)
);

create table prescription.package_line (
  org_id text not null,
  package_id text not null,
  line_no integer not null,
  drug_id text not null,
  once_using numeric(14, 6) not null default 0,
  once_using_unit text not null default '',
  drug_usage text not null default '',
  drug_interval text not null default '',
  drug_days integer not null default 1,
  drug_num numeric(14, 4) not null default 0,
  drug_num_unit text not null default '',
  manual_num boolean not null default false,
  group_no integer not null default 0,
  primary key (org_id, package_id, line_no),
  foreign key (org_id, package_id) references prescription.package (org_id, package_id),
  foreign key (org_id, drug_id) references prescription.catalogue (org_id, drug_id)
);

-- National diagnosis codes: the same for every facility.
create table prescription.diagnosis (
  code text primary key,
  name text not null,
  pinyin text not null default '',
  search_grams text[] not null default '{}'
);
create index diagnosis_search on prescription.diagnosis using gin (search_grams);

create table prescription.prescription (
  id text primary key,
  org_id text not null,
  dp_number text not null,
  dp_type integer not null,
  dp_date timestamptz not null,
  patient_id text not null,
  -- The patient as he was when it was written.
  patient_name text not null,
  patient_sex smallint not null,
  patient_age integer not null,
  patient_type text not null,
  outpatient_code text not null,
  reim_way text not null,
  visit text not null default '',
  diagnosis jsonb not null default '[]',
  infected text[] not null default '{}',
  -- State numbers: plugins/prescription/contract/states.ts.
  pay_status smallint not null default 9 check (pay_status in (0, 1, 2, 3, 4, 5, 6, 8, 9)),
  rx_status smallint not null default 0 check (rx_status between 0 and 9),
  refuse_reason text not null default '',
  total_price numeric(14, 2) not null default 0,
  west_price numeric(14, 2) not null default 0,
  diag_treat_price numeric(14, 2) not null default 0,
  assay_price numeric(14, 2) not null default 0,
  other_price numeric(14, 2) not null default 0,
  consumables_price numeric(14, 2) not null default 0,
  preselfpay_total numeric(14, 2) not null default 0,
  fulamt_ownpay_total numeric(14, 2) not null default 0,
  overlmt_total numeric(14, 2) not null default 0,
  price_type text not null default '',
  sort_code integer not null default 0,
  worker_id text not null,
  worker_name text not null,
  worker_no text not null default '',
  creator_id text not null,
  creator_name text not null,
  check_name text not null default '',
  send_name text not null default '',
  note text not null default '',
  bill_id text not null default '',
  line_count integer not null default 0,
  has_stock_lines boolean not null default false,
  version integer not null default 1,
  search_grams text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unique (org_id, dp_number),
  check (total_price = west_price + diag_treat_price + assay_price)
);
create index prescription_patient on prescription.prescription (patient_id, dp_date desc, id);
create index prescription_day on prescription.prescription (org_id, dp_date, id);
create index prescription_pay on prescription.prescription (org_id, pay_status, dp_date, id);
create index prescription_rx on prescription.prescription (org_id, rx_status, dp_date, id);
create index prescription_search on prescription.prescription using gin (search_grams);

create table prescription.detail (
  id text primary key,
  org_id text not null,
  dp_id text not null references prescription.prescription (id),
  sort_code integer not null,
  kind text not null,
  drug_id text not null,
  drug_name text not null,
  drug_spec text not null default '',
  drug_form text not null default '',
  drug_type text not null,
  drug_category text not null default '',
  medical_ins_code text not null default '',
  directory_type text not null default '',
  drug_number text not null default '',
  approval_number text not null default '',
  manufacturer text not null default '',
  limit_use_sign smallint not null default 0,
  limit_use_scope text not null default '',
  approval_mark smallint not null default 0,
  control_class text not null default '',
  once_using numeric(14, 6) not null default 0,
  once_using_unit text not null default '',
  drug_usage text not null default '',
  drug_interval text not null default '',
  drug_days integer not null default 1,
  d_min numeric(14, 6) not null default 0,
  d_min_unit text not null default '',
  prepara_unit text not null default '',
  stock_unit text not null default '',
  stock_dmin numeric(14, 4) not null default 1,
  rounding text not null,
  split_allowed boolean not null default false,
  stock_kept boolean not null default false,
  pack_price numeric(14, 4) not null default 0,
  drug_num numeric(14, 4) not null default 0 check (drug_num >= 0),
  drug_num_unit text not null default '',
  -- The same quantity in tablets or ampoules.
  prep_num numeric(14, 4) not null default 0 check (prep_num >= 0),
  manual_num boolean not null default false,
  price numeric(14, 4) not null default 0,
  sub_total numeric(14, 2) not null default 0,
  preselfpay numeric(14, 2) not null default 0,
  fulamt_ownpay numeric(14, 2) not null default 0,
  overlmt numeric(14, 2) not null default 0,
  group_no integer not null default 0,
  package_id text not null default '',
  remark text not null default ''
);
create index detail_prescription on prescription.detail (dp_id, sort_code);
