-- Columns of a list as others find them until they arrange their own. Without an organisation: in all of them; without a role: for everybody.
create table core.column_default (
  id text primary key,
  -- id of the menu, with a suffix where a page has several lists
  module_id text not null,
  org_id text references core.org (id) on delete cascade,
  role_id text references core.role (id) on delete cascade,
  fields jsonb not null,
  updated_by text not null references core.user_account (id),
  updated_at timestamptz not null
);
create unique index column_default_place_idx on core.column_default (module_id, org_id, role_id) nulls not distinct;

-- A saved way to look at a list: {"columns": […], "sort": …, "filter": {…}, "pageSize": n}.
create table core.list_view (
  id text primary key,
  user_id text not null references core.user_account (id) on delete cascade,
  module_id text not null,
  name varchar(40) not null,
  content jsonb not null,
  sort_code integer not null default 0,
  updated_at timestamptz not null
);
create unique index list_view_name_idx on core.list_view (user_id, module_id, name);
create index list_view_module_idx on core.list_view (module_id);

-- Who else may use a view. Without an organisation: people of all of them; without a role: whatever their roles are.
create table core.list_view_share (
  view_id text not null references core.list_view (id) on delete cascade,
  org_id text references core.org (id) on delete cascade,
  role_id text references core.role (id) on delete cascade
);
create unique index list_view_share_idx on core.list_view_share (view_id, org_id, role_id) nulls not distinct;

-- The view that a list opens with.
create table core.list_view_choice (
  user_id text not null references core.user_account (id) on delete cascade,
  module_id text not null,
  view_id text not null references core.list_view (id) on delete cascade,
  primary key (user_id, module_id)
);
create index list_view_choice_view_idx on core.list_view_choice (view_id);

-- Roles and organisations are marked as deleted and stay; what was meant for their people alone goes. It must not come back when the mark is taken away.
create function core.end_list_shares() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'role' then
    delete from core.list_view_share where role_id = new.id;
    delete from core.column_default where role_id = new.id;
  else
    delete from core.list_view_share where org_id = new.id;
    delete from core.column_default where org_id = new.id;
  end if;
  return null;
end $$;
create trigger list_shares_of_role after update of deleted_at on core.role
  for each row when (new.deleted_at is not null) execute function core.end_list_shares();
create trigger list_shares_of_org after update of deleted_at on core.org
  for each row when (new.deleted_at is not null) execute function core.end_list_shares();
