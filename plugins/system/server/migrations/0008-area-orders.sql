create index area_by_full_name_idx on system.area (full_name, id) where deleted_at is null;
create index area_by_sort_code_idx on system.area (sort_code, id) where deleted_at is null;
create index dictionary_data_by_full_name_idx on system.dictionary_data (full_name, id) where deleted_at is null;
create index dictionary_data_by_en_code_idx on system.dictionary_data (en_code, id) where deleted_at is null;
create index dictionary_data_by_sort_code_idx on system.dictionary_data (sort_code, id) where deleted_at is null;
