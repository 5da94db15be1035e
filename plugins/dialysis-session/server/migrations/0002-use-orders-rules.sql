-- A line of a kit says two things: that goods are used, and that they are charged. What a treatment item includes is used and not charged.
alter table dialysis_session.kit_line
  add column used boolean not null default true,
  add column charged boolean not null default true,
  add constraint kit_line_says check (used or charged);

-- Orders that are given together by one method are one: their rows share a name, and are written, stopped, given and skipped together.
alter table dialysis_session.standing_order
  add column group_id varchar(64) not null default '',
  add column group_place smallint not null default 0,
  add column method varchar(50) not null default '';
create index standing_order_group_idx on dialysis_session.standing_order (group_id, group_place) where group_id <> '';

-- Trace codes of the packs that a drug came out of.
alter table dialysis_session.given add column codes text[] not null default '{}';

-- Orders that a doctor adds at once.
create table dialysis_session.order_set (
  id text primary key,
  org_id text not null,
  set_name varchar(50) not null,
  orders jsonb not null,
  by_name varchar(100) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index order_set_name_idx on dialysis_session.order_set (org_id, set_name) where deleted_at is null;

-- What a region's insurer says of treatments and tests, from a day on: which item a mode is charged with, what it includes, how often in a month; how soon a test may be repeated.
create table dialysis_session.price_rule (
  id text primary key,
  org_id text not null,
  kind text not null check (kind in ('treatment', 'test')),
  region varchar(40) not null,
  -- of a treatment; empty for a test
  mode varchar(10) not null,
  -- entry of the catalogue with which the mode is charged; empty: as the kit says
  drug_id varchar(64) not null,
  rule_name varchar(200) not null,
  -- names of materials that the item includes, or names by which a test is known
  words text[] not null,
  -- treatments of the mode in a month; days between two of a test
  most integer,
  from_day date not null,
  to_day date,
  -- where it is written
  source varchar(200) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz,
  check ((kind = 'treatment') = (mode <> '')),
  check (to_day is null or to_day >= from_day)
);
create unique index price_rule_treatment_idx on dialysis_session.price_rule (org_id, mode, from_day) where deleted_at is null and kind = 'treatment';
create index price_rule_org_idx on dialysis_session.price_rule (org_id, from_day) where deleted_at is null;
