-- Folders and files of people. `path` holds the ids of all folders above an entry and its own, so that rights and whole folders are one question of an index.
create table documents.entry (
  id text primary key,
  owner_id varchar(64) not null,
  org_id text not null,
  -- empty: the topmost folder of the owner
  parent_id varchar(64) not null,
  path text[] not null,
  kind text not null check (kind in ('folder', 'file')),
  name varchar(150) not null,
  name_key varchar(300) not null,
  file_id varchar(120) not null,
  file_size integer not null,
  created_by varchar(64) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the entry with which it was deleted; empty: it is there
  trash_id varchar(64) not null,
  trashed_at timestamptz,
  -- deleted for good; a job takes it and its file away
  purged_at timestamptz
);
create unique index entry_name_idx on documents.entry (owner_id, parent_id, name_key) where trashed_at is null;
create index entry_parent_idx on documents.entry (parent_id) where trashed_at is null and parent_id <> '';
create index entry_owner_idx on documents.entry (owner_id) where purged_at is null;
create index entry_path_idx on documents.entry using gin (path);
create index entry_file_idx on documents.entry (file_id) where file_id <> '';
create index entry_trash_idx on documents.entry (owner_id, trashed_at desc, id) where trashed_at is not null;
create index entry_due_idx on documents.entry (trashed_at) where trashed_at is not null;

create table documents.share (
  entry_id text not null references documents.entry (id) on delete cascade,
  user_id varchar(64) not null,
  may_change boolean not null,
  created_at timestamptz not null,
  primary key (entry_id, user_id)
);
create index share_person_idx on documents.share (user_id);
