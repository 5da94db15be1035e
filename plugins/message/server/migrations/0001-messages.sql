-- Notices that people write, and messages of plugins and flows. Texts of a message in three languages stand in `texts`, its first one in `title` and `body_text`.
create table message.item (
  id text primary key, type smallint not null, org_id varchar(64) not null default '', creator_id varchar(64) not null default '', creator_user varchar(100) not null,
  title varchar(200) not null, content jsonb, body_text text not null default '', texts jsonb, files jsonb not null default '[]', file_ids text[] not null default '{}',
  link jsonb, urgency varchar(10) not null default 'normal', kind varchar(100) not null default '', send_key varchar(160) not null default '',
  state varchar(10) not null default 'draft', release_no integer not null default 0, released_at timestamptz, pinned boolean not null default false,
  must_read boolean not null default false, valid_until timestamptz, search_grams text[] not null default '{}',
  -- transaction that released it: "read all" of a list leaves out what was not committed when the list was read
  writer xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index item_send_key_idx on message.item (send_key) where deleted_at is null and send_key <> '';
create index item_notice_idx on message.item (org_id, updated_at desc, id desc) where type = 1 and deleted_at is null;
create index item_released_idx on message.item (released_at);
create index item_search_idx on message.item using gin (search_grams);
create index item_files_idx on message.item using gin (file_ids);

-- Whom it is for, in the form of domain/receivers/addressee.ts: `all`, `user:7`, `organisation:org-gz`, `role:12@org-gz`.
-- What lists and counters of readers ask stands here, too, so that they walk one index and meet no item that they do not show; null in `released_at`: nobody has it.
create table message.target (
  item_id text not null references message.item (id), addressee varchar(200) not null, type smallint not null, release_no integer not null default 0,
  released_at timestamptz, valid_until timestamptz, pinned boolean not null default false, must_read boolean not null default false,
  primary key (addressee, item_id)
);
create index target_item_idx on message.target (item_id);
create index target_shown_idx on message.target (addressee, pinned desc, released_at desc, item_id desc) where released_at is not null;
create index target_must_read_idx on message.target (addressee, item_id) where must_read and released_at is not null;

-- What a reader did with it; whoever did nothing has no row. Belongs to one release: what was withdrawn and released again is unread.
create table message.mark (
  user_id varchar(64) not null, item_id text not null references message.item (id), release_no integer not null,
  read_at timestamptz, receipt_at timestamptz, removed_at timestamptz, primary key (user_id, item_id, release_no)
);
create index mark_item_idx on message.mark (item_id, release_no);
