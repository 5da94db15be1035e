-- Workbooks that somebody uploaded to import users from, and the rows of them that became users. Both are forgotten after a day.
create table permission.user_import (
  file_id text primary key,
  created_by text not null,
  created_at timestamptz not null
);

create table permission.user_import_row (
  created_by text not null,
  row_key text not null,
  user_id text not null,
  created_at timestamptz not null,
  primary key (created_by, row_key)
);
create index user_import_row_age on permission.user_import_row (created_at);
