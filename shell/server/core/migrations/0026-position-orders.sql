create index position_by_full_name_idx on core.position (full_name, id) where deleted_at is null;
create index position_by_en_code_idx on core.position (en_code, id) where deleted_at is null;
create index position_by_sort_code_idx on core.position (sort_code, id) where deleted_at is null;
create index position_by_created_at_idx on core.position (created_at, id) where deleted_at is null;
