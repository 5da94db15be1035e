-- Which plugin keeps a file: packages from outside reach no other.
alter table core.stored_file add column plugin text not null default '';
update core.stored_file set plugin = substr(created_by, 8) where created_by like 'plugin:%';
