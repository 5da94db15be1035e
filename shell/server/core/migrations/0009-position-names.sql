-- One name once within an organisation and department. Two saves at once could leave one twice, so doubles are looked for first: all stay, the oldest keeps
-- its name, each later one gets the first free number behind it, "护士 (2)". Nobody loses a position or what it grants, and whoever looks after them sees it.
do $$
declare
  twin record;
  free text;
  n integer;
begin
  for twin in
    select id, org_id, department_id, full_name from (
      select *, row_number() over (partition by org_id, department_id, full_name order by created_at, id) as nth
      from core.position where deleted_at is null
    ) as numbered where nth > 1 order by created_at, id
  loop
    n := 2;
    loop
      -- A name has 50 characters at most.
      free := left(twin.full_name, 50 - length(' (' || n || ')')) || ' (' || n || ')';
      exit when not exists (
        select 1 from core.position where org_id = twin.org_id and department_id is not distinct from twin.department_id
          and full_name = free and deleted_at is null
      );
      n := n + 1;
    end loop;
    -- Search pieces are made at the next start where there are none.
    update core.position set full_name = free, search_grams = '{}', version = version + 1, updated_at = now() where id = twin.id;
  end loop;
end $$;

create unique index position_name_idx on core.position (org_id, department_id, full_name) nulls not distinct where deleted_at is null;
