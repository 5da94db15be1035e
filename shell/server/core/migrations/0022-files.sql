-- A recording is played by address, in pieces, for some hours.
alter table core.one_time_ticket drop constraint one_time_ticket_purpose_check;
alter table core.one_time_ticket add constraint one_time_ticket_purpose_check check (purpose in ('session', 'download', 'play'));
-- What an organisation keeps is added up from here alone.
create index stored_file_org_idx on core.stored_file (org_id) include (size) where type <> 'offered';
-- When it was found that no row names the file; null: a row does, or nobody knows.
alter table core.stored_file add column orphan_since timestamptz;
create index stored_file_orphan_idx on core.stored_file (orphan_since) include (size) where orphan_since is not null;
-- What the virus scanner said: none = nobody scanned, missed = it did not answer and the file was taken all the same.
alter table core.stored_file add column scan text not null default 'none' check (scan in ('none', 'clean', 'missed', 'infected'));
create index stored_file_missed_idx on core.stored_file (id) where scan = 'missed';
