-- What a site changes about a menu entry of the shell or of a plugin; entries that are written anew leave it as it is.
alter table core.menu add column site_changes jsonb not null default '{}';
