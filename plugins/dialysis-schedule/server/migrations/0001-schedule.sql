-- Rooms, stations and machines.
create table dialysis_schedule.room (
  id text primary key, org_id text not null, full_name varchar(50) not null, en_code varchar(20) not null, sort_code integer not null default 0,
  description varchar(500) not null default '', enabled boolean not null default true, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index room_code_idx on dialysis_schedule.room (org_id, en_code) where deleted_at is null;
create index room_search_idx on dialysis_schedule.room using gin (search_grams);

create table dialysis_schedule.station (
  id text primary key, org_id text not null, en_code varchar(20) not null, room_id text not null, zone text not null,
  sort_code integer not null default 0, description varchar(500) not null default '', enabled boolean not null default true,
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index station_code_idx on dialysis_schedule.station (org_id, en_code) where deleted_at is null;
create index station_room_idx on dialysis_schedule.station (room_id);
create index station_search_idx on dialysis_schedule.station using gin (search_grams);

create table dialysis_schedule.machine (
  id text primary key, org_id text not null, en_code varchar(20) not null, maker varchar(50) not null default '', model varchar(50) not null default '',
  serial_no varchar(50) not null default '', modes text[] not null default '{}', zone text not null default '',
  station_id text, description varchar(500) not null default '', state text not null,
  reason varchar(200) not null default '', session_id varchar(64) not null default '', disinfected_at timestamptz, used_at timestamptz,
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index machine_code_idx on dialysis_schedule.machine (org_id, en_code) where deleted_at is null;
create unique index machine_station_idx on dialysis_schedule.machine (station_id) where deleted_at is null and station_id is not null;
create index machine_search_idx on dialysis_schedule.machine using gin (search_grams);

create table dialysis_schedule.disinfection (
  id text primary key, org_id text not null, machine_id text not null, kind text not null,
  agent varchar(50) not null default '', started_at timestamptz not null, ended_at timestamptz not null, residue text not null, note varchar(200) not null default '',
  by_id varchar(64) not null default '', by_name varchar(100) not null default '', search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1
);
create index disinfection_machine_idx on dialysis_schedule.disinfection (machine_id, started_at);
create index disinfection_list_idx on dialysis_schedule.disinfection (org_id, started_at);
create index disinfection_search_idx on dialysis_schedule.disinfection using gin (search_grams);

-- One patient at one station in one shift of a day. Whoever is cancelled or did not come takes no place.
create table dialysis_schedule.slot (
  id text primary key, org_id text not null, slot_day date not null, shift_id varchar(64) not null,
  station_id text not null references dialysis_schedule.station (id), patient_id varchar(64) not null, pattern_id varchar(64) not null default '',
  origin text not null, mode text, state text not null, held boolean not null default false, home_day date, home_shift_id varchar(64) not null default '',
  home_station_id varchar(64) not null default '', reason varchar(200) not null default '', zone_reason varchar(200) not null default '',
  by_id varchar(64) not null default '', by_name varchar(100) not null default '',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1
);
create unique index slot_station_idx on dialysis_schedule.slot (slot_day, shift_id, station_id) where state not in ('cancelled', 'absent');
create unique index slot_patient_idx on dialysis_schedule.slot (slot_day, shift_id, patient_id) where state not in ('cancelled', 'absent');
create index slot_board_idx on dialysis_schedule.slot (org_id, slot_day);
create index slot_of_patient_idx on dialysis_schedule.slot (patient_id, slot_day);
create index slot_home_idx on dialysis_schedule.slot (org_id, home_day);
create index slot_missed_idx on dialysis_schedule.slot (org_id, slot_day) where state = 'absent';

create table dialysis_schedule.closure (
  id text primary key, org_id text not null, closed_day date not null, shift_id varchar(64) not null default '', moved_to date, reason varchar(200) not null,
  moves jsonb not null, undone_at timestamptz, by_id varchar(64) not null default '', by_name varchar(100) not null default '',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1
);
create unique index closure_day_idx on dialysis_schedule.closure (org_id, closed_day, shift_id) where undone_at is null;

create table dialysis_schedule.rota (
  id text primary key, org_id text not null, rota_day date not null, shift_id varchar(64) not null, user_id varchar(64) not null, user_name varchar(100) not null,
  duty text not null, zone text not null default '', absent boolean not null default false, note varchar(200) not null default '',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1
);
create unique index rota_person_idx on dialysis_schedule.rota (org_id, rota_day, shift_id, user_id, zone);

create table dialysis_schedule.week_template (
  id text primary key, org_id text not null, full_name varchar(50) not null, lines jsonb not null, by_id varchar(64) not null default '',
  by_name varchar(100) not null default '',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index week_template_name_idx on dialysis_schedule.week_template (org_id, full_name) where deleted_at is null;
