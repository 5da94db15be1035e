-- Messages to patients go outside alone: the file's id stands where an account's does, and its organisation says so. An old row is of a member of staff.
alter table message.outbox add column org_id varchar(64) not null default '';
