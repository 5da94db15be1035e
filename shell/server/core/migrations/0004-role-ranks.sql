-- What stands above whom among roles, and which roles a delegation of administration lets its holder give.

-- work: the daily work of a centre. administration: looks after people of a facility. system: decides over the whole installation.
alter table core.role add column rank text not null default 'work' check (rank in ('work', 'administration', 'system'));
-- Owners of menus whose hints the role was offered since it exists; null: it was there when they came.
alter table core.role add column hints_from text[];

-- Roles that may be given within a delegation, besides those that belong to the delegated organisations alone.
create table core.org_admin_role (
  org_id text not null,
  user_id text not null,
  role_id text not null references core.role (id),
  primary key (org_id, user_id, role_id),
  foreign key (org_id, user_id) references core.org_admin (org_id, user_id) on delete cascade
);
create index org_admin_role_role_idx on core.org_admin_role (role_id);

update core.role set rank = 'system' where en_code in ('admin', 'developer')
  or id in (select subject_id from core.permission_grant where subject_type = 'role' and (menu_code = 'system' or menu_code like 'system.%'));
-- Roles that a facility made for itself stay its own to give; those for everybody that administer people are given by administrators.
update core.role set rank = 'administration' where rank = 'work'
  and not exists (select 1 from core.role_org as limited where limited.role_id = role.id)
  and (en_code = 'orgadmin'
    or id in (select subject_id from core.permission_grant where subject_type = 'role' and (menu_code = 'permission' or menu_code like 'permission.%')));

-- The ready-made set of a centre, completed in systems that are in use; an empty one gets it at its first start. What was deleted stays away.
insert into core.role (id, en_code, full_name, type, sort_code, hints_from)
select gen_random_uuid()::text, ready.en_code, ready.full_name, ready.type, 100 + ready.sort_code, '{}'
from (values ('doctor', '医生', 'clinical', 1), ('nurse', '护士', 'clinical', 2), ('headnurse', '护士长', 'clinical', 3),
  ('pharmacist', '药师', 'pharmacy', 4), ('cashier', '收费员', 'finance', 5), ('clerk', '医保专员', 'insurance', 6),
  ('engineer', '工程师', 'clinical', 7), ('quality', '质控员', 'administration', 8)) as ready (en_code, full_name, type, sort_code)
where exists (select 1 from core.org)
  and not exists (select 1 from core.role as known where known.en_code = ready.en_code);

-- Who looks after a centre today goes on being able to hire: the ready-made set, as far as it is daily work.
insert into core.org_admin_role (org_id, user_id, role_id)
select link.org_id, link.user_id, role.id from core.org_admin as link cross join core.role as role
where role.en_code in ('doctor', 'nurse', 'headnurse', 'pharmacist', 'cashier', 'clerk', 'engineer', 'quality')
  and role.rank = 'work' and role.deleted_at is null
  and not exists (select 1 from core.role_org as limited where limited.role_id = role.id);

create trigger rights_of_org_admin_role after insert or update or delete on core.org_admin_role
  for each statement execute function core.raise_rights();
