-- Which plugin keeps a file: packages from outside reach no other. Of files from before nobody knows it: a package opens those as it did, or it would lose its own.
alter table core.stored_file add column plugin text not null default '';
update core.stored_file set plugin = case when created_by like 'plugin:%' then substr(created_by, 8) else '*' end;
