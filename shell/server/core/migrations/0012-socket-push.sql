-- Frames for open pages, written by the transaction that pushes them and read by every server. Each lies here for minutes.
create table core.socket_push (
  id bigint primary key generated always as identity,
  -- transaction that wrote it: a reader must not pass those that are still at work, and ids are not in the order of commits
  writer xid8 not null default pg_current_xact_id(),
  frame text not null,
  -- {"person": id}, {"organisation": id, "role": code} or "all"
  target jsonb not null,
  -- JSON as it goes out
  body text not null,
  -- a moment of the steady line
  created_at timestamptz not null
);
create index socket_push_writer on core.socket_push (writer);
