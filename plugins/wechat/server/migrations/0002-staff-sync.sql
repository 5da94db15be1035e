-- Departments and members of the work account into an organisation: what a preview found, and what became of it.
create table wechat.sync_run (
  id text primary key,
  kind text not null,
  org_id varchar(64) not null,
  org_name varchar(100) not null,
  state text not null,
  creator_id varchar(64) not null,
  creator_user varchar(100) not null,
  adds integer not null,
  changes integer not null,
  disables integer not null,
  conflicts integer not null,
  total integer not null,
  done integer not null,
  refused integer not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  lease_owner text not null default '',
  lease_until timestamptz not null
);
-- One at work at a time.
create unique index sync_run_open_idx on wechat.sync_run (kind) where state in ('waiting', 'running', 'undo-waiting', 'undoing');
create index sync_run_created_idx on wechat.sync_run (created_at desc, id desc);

create table wechat.sync_item (
  run_id text not null references wechat.sync_run (id) on delete cascade,
  line_no integer not null,
  subject text not null,
  act text not null,
  item_key varchar(64) not null,
  name varchar(100) not null,
  local_id varchar(64) not null,
  facts jsonb not null,
  state text not null,
  reason varchar(300) not null,
  primary key (run_id, line_no)
);
