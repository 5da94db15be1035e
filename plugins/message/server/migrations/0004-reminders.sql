-- When those who had not read a notice were reminded last, a moment of the steady line.
alter table message.item add column reminded_at timestamptz;
