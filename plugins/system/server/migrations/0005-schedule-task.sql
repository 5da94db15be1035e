-- Work that administrators put on a timetable; its runs are kept with those of all jobs.
create table system.schedule_task (
  id text primary key, full_name varchar(50) not null, en_code varchar(50) not null, execute_type varchar(2) not null,
  execute_content varchar(4000) not null, sort_code integer not null default 0, enabled boolean not null default true,
  description varchar(500) not null default '', run_count integer not null default 0,
  -- moments of the timetable up to this one, of the steady line, are not made up
  counts_from timestamptz not null,
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index schedule_task_code_idx on system.schedule_task (en_code) where deleted_at is null;
create index schedule_task_search_idx on system.schedule_task using gin (search_grams);
