-- How often a ticket is still good: once, unless a link was asked for that is fetched in pieces or by several.
alter table core.one_time_ticket add column uses_left integer not null default 1 check (uses_left >= 0);
