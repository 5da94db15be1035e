-- How facilities reach their platforms, and everything that was ever said to one.

create table insurance.connection (
  org_id text primary key,
  region text not null,
  base_url text not null,
  fixmedins_code text not null,
  fixmedins_name text not null,
  mdtrtarea_admvs text not null,
  recer_sys_code text not null default '',
  infver text not null default '',
  -- {key: text}
  field_values jsonb not null default '{}',
  -- {key: sealed text}
  field_secrets jsonb not null default '{}',
  test_region boolean not null default false,
  simulated boolean not null default false,
  enabled boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by text not null
);

-- One sign-in (9001) per operator and business day.
create table insurance.sign_in (
  org_id text not null references insurance.connection (org_id),
  operator_no text not null,
  business_day date not null,
  sign_no text not null,
  signed_at timestamptz not null,
  signed_out_at timestamptz,
  primary key (org_id, operator_no, business_day)
);

-- The last message number given out for a facility code. It only ever grows, also when a clock goes back or two servers count at once.
create table insurance.message_counter (
  facility text primary key,
  -- yyyyMMddHHmmss
  stamp text not null,
  sequence integer not null check (sequence between 1 and 9999)
);

-- Whether a facility's line works, for all servers together.
create table insurance.line (
  org_id text primary key,
  failures integer not null default 0,
  -- Times it broke without working in between: the pause grows with it.
  breaks integer not null default 0,
  -- Nothing is sent before; after it one call tries.
  open_until timestamptz,
  -- That one call is on its way.
  probe_until timestamptz,
  changed_at timestamptz not null
);

-- Written before a message leaves, completed once, never removed when the server sent it.
create table insurance.exchange (
  id text primary key,
  org_id text not null,
  infno text not null,
  msgid text not null,
  state text not null check (state in ('sending', 'success', 'refused', 'unknown')),
  infcode text not null default '',
  err_msg text not null default '',
  patient_id text,
  patient_name text not null default '',
  dp_id text,
  visit_id text,
  settlement_id text,
  operator_id text not null,
  operator_name text not null,
  sent_at timestamptz not null,
  answered_at timestamptz,
  ms integer,
  attempts integer not null default 1,
  source text not null check (source in ('server', 'workstation')),
  replay_of text references insurance.exchange (id),
  test_region boolean not null default false,
  -- A row that still says 'sending' then belongs to a process that died.
  due_at timestamptz not null,
  -- Its outcome was unknown once: a repetition that never arrived proves nothing.
  doubted boolean not null default false,
  -- As shown: identity numbers masked, tokens and sign-in numbers left out.
  request text not null,
  answer text not null default '',
  -- The whole envelope, sealed: kept while it may have to be sent again, never when it holds a voucher's token.
  sealed_envelope text
);
create unique index exchange_msgid on insurance.exchange (msgid) where source = 'server';
create index exchange_list on insurance.exchange (org_id, sent_at desc, id desc);
create index exchange_patient on insurance.exchange (patient_id, sent_at desc) where patient_id is not null;
create index exchange_settlement on insurance.exchange (settlement_id, sent_at) where settlement_id is not null;
create index exchange_sending on insurance.exchange (due_at) where state = 'sending';
