-- What leaves the product, one row for a message, a receiver and a channel: `send_key` is the key of the message, so nothing is written twice.
create table message.outbox (
  id text primary key, send_key varchar(160) not null, user_id varchar(64) not null, user_name varchar(100) not null default '',
  channel varchar(20) not null, kind varchar(100) not null, urgency varchar(10) not null, rank smallint not null, language varchar(4) not null,
  subject varchar(200) not null, body_text varchar(1000) not null, params jsonb not null default '{}',
  state varchar(10) not null default 'waiting', tries integer not null default 0, unsure boolean not null default false,
  -- moments of the steady line
  next_try_at timestamptz not null, attempt_id varchar(64) not null default '', attempted_at timestamptz,
  ended_at timestamptz, address varchar(200) not null default '', reason varchar(40) not null default '', said varchar(200) not null default '',
  search_grams text[] not null default '{}', created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1
);
create unique index outbox_key_idx on message.outbox (send_key, user_id, channel);
create index outbox_due_idx on message.outbox (channel, rank, id) where state in ('waiting', 'sending');
create index outbox_began_idx on message.outbox (channel, attempted_at) where attempted_at is not null;
create index outbox_newest_idx on message.outbox (created_at desc, id desc);
create index outbox_state_idx on message.outbox (state, created_at desc, id desc);
create index outbox_ended_idx on message.outbox (ended_at) where ended_at is not null;
create index outbox_search_idx on message.outbox using gin (search_grams);

-- One row for a channel: who works on it now.
create table message.lane (id varchar(20) primary key, lease_owner text not null default '', lease_until timestamptz not null);

-- What people chose: ways for a kind of message, and hours in which only what is urgent goes outside.
create table message.choice (user_id varchar(64) not null, kind varchar(100) not null, channels text[] not null, primary key (user_id, kind));
create table message.quiet (
  user_id varchar(64) primary key, quiet_on boolean not null, from_minute smallint not null, to_minute smallint not null, zone varchar(40) not null,
  version integer not null default 1
);
