-- Entries that plugins write while they run stay when the contributions of their manifest are written anew.
alter table core.menu add column written boolean not null default false;
