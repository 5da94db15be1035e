-- Messages that people write to staff over the work account, and whom each was for. `org_id`: where the writer worked.
create table wechat.staff_message (
  id text primary key,
  org_id text not null,
  content varchar(600) not null,
  state varchar(10) not null,
  reason varchar(40) not null,
  errcode integer not null,
  to_users varchar(300) not null,
  receivers integer not null,
  unreached integer not null,
  creator_id varchar(64) not null,
  creator_user varchar(100) not null,
  created_at timestamptz not null
);
create index staff_message_org_idx on wechat.staff_message (org_id, created_at desc, id desc);
create index staff_message_created_idx on wechat.staff_message (created_at desc, id desc);

create table wechat.staff_receiver (
  message_id text not null references wechat.staff_message (id) on delete cascade,
  user_id varchar(64) not null,
  real_name varchar(100) not null,
  member varchar(64) not null,
  reached boolean not null,
  primary key (message_id, user_id)
);
