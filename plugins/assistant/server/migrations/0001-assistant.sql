-- Each person's own conversations.
create table assistant.conversation (
  id text primary key,
  org_id text not null,
  user_id text not null,
  title varchar(60) not null,
  turns integer not null,
  last_at timestamptz not null
);
create index conversation_user_idx on assistant.conversation (user_id, last_at desc, id desc);
create index conversation_last_idx on assistant.conversation (last_at);

-- Questions with their answers. `sent` is what went out, masked: also where a local model was told the text itself.
create table assistant.turn (
  id text primary key,
  conversation_id text not null references assistant.conversation (id) on delete cascade,
  user_id text not null,
  ask_id varchar(64) not null,
  state text not null,
  asked varchar(4000) not null,
  answered varchar(20000) not null,
  sent jsonb not null,
  host varchar(300) not null,
  looked_up text[] not null,
  stop boolean not null,
  busy_until timestamptz not null,
  created_at timestamptz not null
);
create unique index turn_ask_idx on assistant.turn (user_id, ask_id);
create index turn_conversation_idx on assistant.turn (conversation_id, created_at, id);
-- One question of a person at a time.
create unique index turn_running_idx on assistant.turn (user_id) where state = 'running';

-- What was asked, by day and person. `cost`: millionths of a fen.
create table assistant.usage (
  day date not null,
  user_id text not null,
  org_id text not null,
  user_name varchar(100) not null,
  asks integer not null,
  prompt_tokens bigint not null,
  answer_tokens bigint not null,
  cost bigint not null,
  primary key (day, user_id, org_id)
);
create index usage_org_idx on assistant.usage (org_id, day);

-- Questions of the running minute of a person; its row is what beginnings of the same person wait for.
create table assistant.pace (
  user_id text primary key,
  minute_from timestamptz not null,
  asks integer not null
);

-- Who has seen what is sent to which host.
create table assistant.agreement (
  user_id text not null,
  host varchar(300) not null,
  unmasked boolean not null,
  agreed_at timestamptz not null,
  primary key (user_id, host)
);

-- The simulated model of the demo system; empty everywhere else.
create table assistant.simulation (
  id text primary key,
  address varchar(300) not null,
  model_name varchar(100) not null
);
