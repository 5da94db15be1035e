-- The DingTalk account of the installation: one row, `ding`.
create table wechat.ding_account (
  id text primary key,
  app_key varchar(64) not null,
  agent_id varchar(64) not null,
  secret text not null,
  gateway varchar(300) not null,
  site_address varchar(300) not null,
  message_on boolean not null,
  version integer not null,
  updated_at timestamptz not null
);

-- Which member of DingTalk an account is; one member belongs to one account.
create table wechat.ding_member (
  user_id varchar(64) primary key,
  ding_user_id varchar(64) not null
);
create unique index ding_member_id_idx on wechat.ding_member (ding_user_id);
