-- A recording is played by address, in pieces, for some hours.
alter table core.one_time_ticket drop constraint one_time_ticket_purpose_check;
alter table core.one_time_ticket add constraint one_time_ticket_purpose_check check (purpose in ('session', 'download', 'play'));
-- What an organisation keeps is added up from here alone.
create index stored_file_org_idx on core.stored_file (org_id) include (size);
