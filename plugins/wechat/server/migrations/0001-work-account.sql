-- The WeChat work account of the installation: one row, `work`.
create table wechat.work_account (
  id text primary key,
  corp_id varchar(64) not null,
  agent_id integer not null,
  secret text not null,
  gateway varchar(300) not null,
  login_page varchar(300) not null,
  site_address varchar(300) not null,
  scan_on boolean not null,
  message_on boolean not null,
  version integer not null,
  updated_at timestamptz not null
);

-- What all servers call with until it ends; one of them fetches the next one. Moments are of the steady line.
create table wechat.access_token (
  id text primary key,
  sealed text not null,
  account_mark varchar(64) not null,
  expires_at timestamptz not null,
  generation integer not null,
  fetching_until timestamptz not null,
  failure varchar(20) not null,
  errcode integer not null,
  said varchar(160) not null,
  failed_until timestamptz not null
);

-- Tries to send that are in the air, or were cut off: when the first one of a message began, of the steady line.
create table wechat.sending (
  message_id varchar(80) primary key,
  began_at timestamptz not null
);
create index sending_began_idx on wechat.sending (began_at);
