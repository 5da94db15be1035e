create table sample_plugin.notice (
  id text primary key, org_id text not null, board varchar(40) not null, text varchar(200) not null,
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create index notice_board_idx on sample_plugin.notice (org_id, board, created_at desc) where deleted_at is null;
