-- One name once below one organisation or department. Two departments that were made at once, or moved at once, could keep one twice, and whoever worked
-- beside the product could leave organisations so. Doubles are treated like those of positions: all stay, the oldest keeps its name, each later one gets the
-- first free number behind it, "透析室 (2)". People, rights and records hang on ids and lose nothing.
do $$
declare
  unit record;
  twin record;
  free text;
  taken boolean;
  n integer;
begin
  for unit in
    select * from (values ('core.org'::regclass, 'jsonb_build_array(parent_id)'), ('core.department', 'jsonb_build_array(org_id, parent_id)')) as units (named, home)
  loop
    for twin in execute format(
      'select id, home, full_name from (
         select id, %1$s as home, full_name, created_at, row_number() over (partition by %1$s, full_name order by created_at, id) as nth
         from %2$s where deleted_at is null
       ) as numbered where nth > 1 order by created_at, id', unit.home, unit.named)
    loop
      n := 2;
      loop
        -- A name has 50 characters at most.
        free := left(twin.full_name, 50 - length(' (' || n || ')')) || ' (' || n || ')';
        execute format('select exists (select 1 from %2$s where %1$s = $1 and full_name = $2 and deleted_at is null)', unit.home, unit.named)
          into taken using twin.home, free;
        exit when not taken;
        n := n + 1;
      end loop;
      -- Search pieces are made at the next start where there are none.
      execute format('update %s set full_name = $1, search_grams = ''{}'', version = version + 1, updated_at = now() where id = $2', unit.named)
        using free, twin.id;
    end loop;
  end loop;
end $$;

create unique index org_name_idx on core.org (parent_id, full_name) nulls not distinct where deleted_at is null;
create unique index department_name_idx on core.department (org_id, parent_id, full_name) nulls not distinct where deleted_at is null;
