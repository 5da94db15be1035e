-- Visits registered with the insurer, settlements, what they are made of, and the proof of every step.

create table insurance.visit (
  id text primary key,
  org_id text not null,
  patient_id text not null,
  patient_name text not null,
  psn_no text not null,
  insutype text not null,
  insuplc_admdvs text not null default '',
  med_type text not null,
  dise_codg text not null default '',
  dise_name text not null default '',
  -- Number at the insurer; empty until 2201 was answered.
  mdtrt_id text not null default '',
  -- Our own unique number of the visit.
  ipt_otp_no text not null,
  state text not null check (state in ('registering', 'open', 'settled', 'cancelled', 'doubtful')),
  begntime timestamptz not null,
  cancel_time timestamptz,
  cancel_reason text not null default '',
  doctor_no text not null default '',
  doctor_name text not null default '',
  department_code text not null default '',
  department_name text not null default '',
  dp_ids jsonb not null default '[]',
  main_cond_dscr text not null default '',
  diagnosis jsonb not null default '[]',
  reported_at timestamptz,
  -- The last fee line number given out; numbers never come back within a visit.
  last_line bigint not null default 0,
  simulated boolean not null default false,
  created_at timestamptz not null,
  check (state in ('registering', 'doubtful', 'cancelled') or mdtrt_id <> '')
);
create unique index visit_number on insurance.visit (org_id, ipt_otp_no);
create index visit_list on insurance.visit (org_id, created_at desc, id desc);
create index visit_patient on insurance.visit (patient_id, state);

create table insurance.settlement (
  id text primary key,
  org_id text not null,
  patient_id text not null,
  patient_name text not null,
  outpatient_code text not null default '',
  state text not null check (state in ('prepared', 'registered', 'uploaded', 'presettled', 'settling', 'unknown', 'booking', 'settled', 'cancelling',
    'cancel-unknown', 'refunding', 'cancelled', 'review', 'abandoned')),
  version integer not null default 1,
  -- Paid and billed by the monthly charge; its key there, with the day where each session is a visit of its own.
  month text,
  month_key text,
  insutype text not null,
  med_type text not null,
  dise_codg text not null default '',
  dise_name text not null default '',
  psn_no text not null,
  insuplc_admdvs text not null default '',
  -- `1` insured here, `2` insured elsewhere.
  med_ins_mark text not null,
  total numeric(14, 2) not null,
  acct_used_flag text not null check (acct_used_flag in ('0', '1')),
  cert_type text not null check (cert_type in ('01', '02', '03')),
  -- Sealed number and card serial; emptied when the settlement is over. Vouchers' tokens are never in it.
  cert_sealed text not null default '',
  visit_id text references insurance.visit (id),
  -- The visit was made for this settlement alone.
  own_visit boolean not null default false,
  -- The batch at the insurer; empty when there is none to take back.
  chrg_bchno text not null default '',
  -- The insurer wants the fees under a new batch before it settles.
  batch_stale boolean not null default false,
  -- What 2206 said, then what 2207 said; yuan.
  amounts jsonb,
  funds jsonb not null default '[]',
  medfee numeric(14, 2) not null default 0,
  fund_pay numeric(14, 2) not null default 0,
  acct_pay numeric(14, 2) not null default 0,
  cash_pay numeric(14, 2) not null default 0,
  clr_type text not null default '',
  clr_optins text not null default '',
  invono text not null default '',
  payments jsonb not null default '[]',
  trace_codes jsonb not null default '[]',
  setl_id text not null default '',
  settle_msgid text not null default '',
  cancel_msgid text not null default '',
  cancel_reason text not null default '',
  -- Versions at which settling and cancelling were asked for: a repeated call is recognised by them.
  settle_version integer not null default 0,
  cancel_version integer not null default 0,
  settled_at timestamptz,
  cancelled_at timestamptz,
  bill_id text,
  bill_no text not null default '',
  refund_bill_id text,
  -- Who acts; the resolver books in this name.
  operator_id text not null,
  operator_name text not null,
  language text not null,
  problem text not null default '',
  problem_params jsonb not null default '{}',
  -- The call whose answer is missing, and the reversal (2601) that asks about it.
  doubt_since timestamptz,
  doubt_infno text not null default '',
  doubt_exchange_id text,
  doubt_msgid text not null default '',
  reversal_exchange_id text,
  rounds integer not null default 0,
  next_try_at timestamptz,
  -- A step is at work until then; others keep away.
  lease_owner text not null default '',
  lease_until timestamptz not null,
  simulated boolean not null default false,
  created_at timestamptz not null,
  check (state <> 'settled' or setl_id <> ''),
  check (state not in ('settling', 'unknown', 'cancelling', 'cancel-unknown') or (doubt_exchange_id is not null and next_try_at is not null))
);
-- While one settlement of a patient is under way no other begins.
create unique index settlement_of_patient on insurance.settlement (patient_id)
  where state in ('prepared', 'registered', 'uploaded', 'presettled', 'settling', 'unknown', 'booking', 'cancelling', 'cancel-unknown', 'refunding', 'review');
create unique index settlement_month on insurance.settlement (month_key) where month_key is not null and state not in ('cancelled', 'abandoned');
create unique index settlement_batch on insurance.settlement (org_id, chrg_bchno) where chrg_bchno <> '';
create unique index settlement_setl on insurance.settlement (org_id, setl_id) where setl_id <> '';
create unique index settlement_bill on insurance.settlement (bill_id) where bill_id is not null and month is null;
create index settlement_of_bill on insurance.settlement (bill_id) where bill_id is not null;
create index settlement_list on insurance.settlement (org_id, created_at desc, id desc);
create index settlement_day on insurance.settlement (org_id, settled_at) where settled_at is not null;
create index settlement_due on insurance.settlement (next_try_at) where next_try_at is not null;

create table insurance.settlement_prescription (
  settlement_id text not null references insurance.settlement (id),
  dp_id text not null,
  dp_number text not null,
  position integer not null,
  -- False once the settlement was given up or cancelled.
  active boolean not null default true,
  primary key (settlement_id, dp_id)
);
-- A prescription is settled once.
create unique index settlement_of_prescription on insurance.settlement_prescription (dp_id) where active;

-- Fee lines of the batch in force, with the four parts that the insurer made of each.
create table insurance.settlement_line (
  settlement_id text not null references insurance.settlement (id),
  position integer not null,
  feedetl_sn text not null,
  dp_id text not null,
  dp_number text not null,
  detail_id text not null,
  drug_name text not null,
  med_list_codg text not null,
  cnt numeric(16, 4) not null,
  pric numeric(16, 6) not null,
  amount numeric(16, 2) not null,
  pric_uplmt numeric(16, 6),
  selfpay_prop numeric(9, 4) not null default 0,
  fulamt_ownpay numeric(16, 2) not null default 0,
  overlmt numeric(16, 2) not null default 0,
  preselfpay numeric(16, 2) not null default 0,
  inscp_scp numeric(16, 2) not null default 0,
  chrgitm_lv text not null default '',
  lmt_used_flag text not null default '',
  memo text not null default '',
  primary key (settlement_id, position)
);

-- Written with every change of a settlement in the same transaction; never changed.
create table insurance.trail (
  id text primary key,
  settlement_id text not null references insurance.settlement (id),
  at timestamptz not null,
  kind text not null,
  params jsonb not null default '{}',
  exchange_id text,
  infno text not null default '',
  msgid text not null default '',
  by_name text not null
);
create index trail_of on insurance.trail (settlement_id, id);
create index trail_message on insurance.trail (msgid) where msgid <> '';

-- Checks beforehand (3101).
create table insurance.analysis (
  id text primary key,
  org_id text not null,
  visit_id text,
  dp_ids jsonb not null,
  patient_id text not null,
  patient_name text not null,
  verdict text not null check (verdict in ('clean', 'findings', 'failed')),
  findings jsonb not null default '[]',
  at timestamptz not null,
  operator_name text not null
);
create index analysis_list on insurance.analysis (org_id, at desc, id desc);
