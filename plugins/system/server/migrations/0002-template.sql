create table system.sms_template (
  id text primary key, template_name varchar(50) not null, company varchar(20) not null, template_id varchar(50) not null, app_id varchar(50) not null default '',
  sign_content varchar(50) not null, content varchar(500) not null, enabled boolean not null default true, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index sms_template_code_idx on system.sms_template (template_id) where deleted_at is null;
create index sms_template_search_idx on system.sms_template using gin (search_grams);

create table system.message_template (
  id text primary key, full_name varchar(50) not null, en_code varchar(50) not null, category varchar(20) not null, title varchar(200) not null,
  content varchar(4000) not null, is_station_letter boolean not null default true, is_email boolean not null default false, is_wecom boolean not null default false,
  is_ding_talk boolean not null default false, is_sms boolean not null default false, sms_id text, enabled boolean not null default true,
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create unique index message_template_code_idx on system.message_template (en_code) where deleted_at is null;
create index message_template_sms_idx on system.message_template (sms_id);
create index message_template_search_idx on system.message_template using gin (search_grams);
