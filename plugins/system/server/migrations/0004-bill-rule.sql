-- Rules by which papers and files are numbered.
create table system.bill_rule (
  id text primary key, full_name varchar(50) not null, en_code varchar(50) not null, prefix varchar(20) not null default '',
  date_format varchar(8) not null, digit integer not null, start_number varchar(9) not null,
  sort_code integer not null default 0, enabled boolean not null default true, description varchar(500) not null default '',
  creator_user varchar(100) not null default '', search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index bill_rule_code_idx on system.bill_rule (en_code) where deleted_at is null;
create index bill_rule_search_idx on system.bill_rule using gin (search_grams);

-- Shapes in which a rule gave numbers, each with the last one; the counts themselves are series of the shell.
create table system.bill_rule_shape (
  rule_id text not null references system.bill_rule, prefix varchar(20) not null, date_format varchar(8) not null, digit integer not null,
  last_number varchar(64) not null, given_at timestamptz not null, primary key (rule_id, prefix, date_format, digit)
);

-- The number that a person holds for a form that is open.
create table system.bill_number_hold (
  rule_id text not null references system.bill_rule, user_id varchar(64) not null, number varchar(64) not null, until timestamptz not null,
  primary key (rule_id, user_id)
);
