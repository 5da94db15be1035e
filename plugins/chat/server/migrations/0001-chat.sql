-- Conversations of two people and of groups. Who writes takes the next place by changing this row, so places of a conversation are in the order of the commits.
create table chat.conversation (
  id text primary key,
  kind text not null check (kind in ('person', 'group')),
  -- both people in the order of their ids; of a group its own id and nothing
  low_id varchar(64) not null,
  high_id varchar(64) not null,
  full_name varchar(50) not null,
  owner_id varchar(64) not null,
  last_seq integer not null,
  last_at timestamptz not null,
  created_at timestamptz not null,
  -- a group that nobody is in any more
  ended_at timestamptz
);
create unique index conversation_pair_idx on chat.conversation (low_id, high_id);
create index conversation_owner_idx on chat.conversation (owner_id) where owner_id <> '';

create table chat.member (
  conversation_id text not null references chat.conversation (id),
  user_id varchar(64) not null,
  -- this person sees what stands behind it
  from_seq integer not null,
  -- and has read up to here
  read_seq integer not null,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (conversation_id, user_id)
);
create index member_person_idx on chat.member (user_id);

create table chat.message (
  id text primary key,
  conversation_id text not null references chat.conversation (id),
  seq integer not null,
  sender_id varchar(64) not null,
  -- where the sender worked then
  org_id text not null,
  kind text not null check (kind in ('text', 'image', 'voice', 'video', 'link')),
  -- text, or JSON text
  content varchar(5000) not null,
  -- the upload that it shows; '' for none
  file_id varchar(120) not null,
  -- the sender's own name of it; '' for none
  client_id varchar(64) not null,
  sent_at timestamptz not null,
  -- when the other one of two read it
  read_at timestamptz,
  search_grams text[] not null default '{}'
);
create unique index message_place_idx on chat.message (conversation_id, seq);
create unique index message_client_idx on chat.message (sender_id, client_id) where client_id <> '';
create index message_org_idx on chat.message (org_id, sent_at desc, id desc);
create index message_sent_idx on chat.message (sent_at);
create index message_file_idx on chat.message (file_id) where file_id <> '';
create index message_search_idx on chat.message using gin (search_grams);

-- How much a person has sent since a moment of the steady line. Whoever sends holds this row until the commit.
create table chat.sending (
  user_id varchar(64) primary key,
  since timestamptz not null,
  sent integer not null
);
