-- The WeChat public account of the installation: one row, `public`. Secrets are sealed.
create table wechat.public_account (
  id text primary key,
  app_id varchar(64) not null,
  secret text not null,
  token text not null,
  aes_key text not null,
  gateway varchar(300) not null,
  site_address varchar(300) not null,
  reminder_url varchar(300) not null,
  template_kind varchar(10) not null,
  template_id varchar(64) not null,
  template_field varchar(32) not null,
  receive_on boolean not null,
  message_on boolean not null,
  version integer not null,
  updated_at timestamptz not null
);

-- Calls of the service that were let in: each is worked on once. Moments are of the steady line.
create table wechat.public_seen (
  mark varchar(64) primary key,
  seen_at timestamptz not null
);
create index public_seen_at_idx on wechat.public_seen (seen_at);

-- The menu as it is edited, one row, and what was published.
create table wechat.public_menu (
  id text primary key,
  buttons jsonb not null,
  version integer not null,
  updated_at timestamptz not null
);
create table wechat.public_menu_release (
  id text primary key,
  buttons jsonb not null,
  before jsonb not null,
  creator_user varchar(100) not null,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index public_menu_release_created_idx on wechat.public_menu_release (created_at desc, id desc);

-- Followers. `org_id` is that of the bound patient and empty for who is bound to none; `last_at` is of the steady line.
create table wechat.public_user (
  id text primary key,
  open_id varchar(64) not null,
  subscribed boolean not null,
  subscribed_at timestamptz,
  tags jsonb not null,
  last_at timestamptz,
  patient_id varchar(64) not null,
  org_id varchar(64) not null,
  bound_at timestamptz,
  wrong_codes integer not null,
  wrong_since timestamptz,
  seen_run varchar(64) not null,
  info_due boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index public_user_open_idx on wechat.public_user (open_id);
create index public_user_org_idx on wechat.public_user (org_id, created_at desc, id desc);
create index public_user_patient_idx on wechat.public_user (patient_id) where patient_id <> '';
create index public_user_due_idx on wechat.public_user (seen_run, id) where info_due;
create index public_user_tags_idx on wechat.public_user using gin (tags jsonb_path_ops);

create table wechat.public_tag (
  tag_id integer primary key,
  full_name varchar(60) not null,
  count integer not null,
  updated_at timestamptz not null
);

-- Reading of all followers, page by page.
create table wechat.public_sync (
  id text primary key,
  kind text not null,
  state text not null,
  next_open_id varchar(64) not null,
  listed boolean not null,
  total integer not null,
  done integer not null,
  added integer not null,
  gone integer not null,
  reason varchar(300) not null,
  creator_user varchar(100) not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  lease_owner text not null default '',
  lease_until timestamptz not null
);
create unique index public_sync_open_idx on wechat.public_sync (kind) where state in ('waiting', 'running');
create index public_sync_created_idx on wechat.public_sync (created_at desc, id desc);

-- Codes by which a patient becomes a follower: hashed, good once.
create table wechat.public_bind_code (
  hash varchar(64) primary key,
  patient_id varchar(64) not null,
  org_id varchar(64) not null,
  creator_id varchar(64) not null,
  creator_user varchar(100) not null,
  ends_at timestamptz not null
);
create unique index public_bind_code_patient_idx on wechat.public_bind_code (patient_id);
create index public_bind_code_ends_idx on wechat.public_bind_code (ends_at);

-- Messages of followers and to them. `org_id` as it was then.
create table wechat.public_message (
  id text primary key,
  user_id varchar(64) not null,
  org_id varchar(64) not null,
  direction varchar(3) not null,
  type varchar(10) not null,
  content varchar(2000) not null,
  foreign_id varchar(64) not null,
  state varchar(10) not null,
  reason varchar(300) not null,
  answered_by varchar(60) not null,
  creator_user varchar(100) not null,
  created_at timestamptz not null
);
-- The service repeats what it got no answer to, under the same number.
create unique index public_message_foreign_idx on wechat.public_message (foreign_id) where foreign_id <> '';
create index public_message_org_idx on wechat.public_message (org_id, created_at desc, id desc);
create index public_message_user_idx on wechat.public_message (user_id, created_at desc, id desc);
create index public_message_created_idx on wechat.public_message (created_at desc, id desc);
create index public_message_sending_idx on wechat.public_message (created_at) where state = 'sending';

create table wechat.public_answer (
  id text primary key,
  full_name varchar(60) not null,
  kind varchar(10) not null,
  match varchar(10) not null,
  keywords text[] not null,
  content varchar(600) not null,
  sort_code integer not null,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  deleted_at timestamptz
);

create table wechat.public_article (
  id text primary key,
  title varchar(64) not null,
  author varchar(8) not null,
  digest varchar(120) not null,
  content jsonb not null,
  thumb_id varchar(128) not null,
  source_url varchar(300) not null,
  media_id varchar(128) not null,
  state varchar(10) not null,
  pushing_until timestamptz,
  creator_user varchar(100) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  deleted_at timestamptz
);
create index public_article_updated_idx on wechat.public_article (updated_at desc, id desc);
