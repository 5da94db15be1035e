-- Whose mailbox is reached with what. The password is sealed with the key of the installation; account and servers are those that it was kept for.
create table mail.account (
  user_id text primary key,
  address varchar(254) not null,
  account varchar(254) not null,
  sender_name varchar(100) not null,
  signature varchar(1000) not null,
  password_sealed varchar(2000) not null,
  imap_address varchar(300) not null,
  smtp_address varchar(300) not null,
  checked_at timestamptz not null
);

-- Letters that are written here: drafts, and what became of those that were sent. Content goes when a letter has arrived.
create table mail.letter (
  user_id text not null,
  letter_id varchar(64) not null,
  state text not null,
  receivers jsonb not null,
  subject varchar(200) not null,
  body_text varchar(50000) not null,
  files jsonb not null,
  file_ids text[] not null,
  answers varchar(1200) not null,
  answer_kind varchar(10) not null,
  forward_parts text[] not null,
  message_id varchar(500) not null,
  trouble varchar(40) not null,
  trouble_said varchar(300) not null,
  busy_until timestamptz not null,
  changed_at timestamptz not null,
  primary key (user_id, letter_id)
);
create index letter_user_idx on mail.letter (user_id, changed_at desc, letter_id);
create index letter_file_idx on mail.letter using gin (file_ids);
create index letter_sent_idx on mail.letter (changed_at) where state = 'sent';

-- Servers of the demo system; empty everywhere else.
create table mail.simulation (
  id text primary key,
  imap_address varchar(300) not null,
  smtp_address varchar(300) not null
);
