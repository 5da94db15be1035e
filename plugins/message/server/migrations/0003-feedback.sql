-- What people say of the product from the navbar, and what administrators answered.
create table message.feedback (
  id text primary key, org_id text not null, creator_id varchar(64) not null, creator_user varchar(100) not null,
  body_text varchar(1000) not null, place varchar(200) not null default '', page_title varchar(100) not null default '',
  browser varchar(60) not null default '', screen varchar(20) not null default '', product_version varchar(40) not null default '',
  files jsonb not null default '[]', file_ids text[] not null default '{}', state varchar(10) not null default 'new',
  answer varchar(1000) not null default '', answered_by varchar(100) not null default '', answered_at timestamptz,
  search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null default 1, deleted_at timestamptz
);
create index feedback_newest_idx on message.feedback (created_at desc, id desc) where deleted_at is null;
create index feedback_org_idx on message.feedback (org_id, created_at desc, id desc) where deleted_at is null;
create index feedback_state_idx on message.feedback (state, created_at desc, id desc) where deleted_at is null;
create index feedback_settled_idx on message.feedback (updated_at) where state = 'done';
create index feedback_creator_idx on message.feedback (creator_id, created_at);
create index feedback_file_idx on message.feedback using gin (file_ids);
create index feedback_search_idx on message.feedback using gin (search_grams);
