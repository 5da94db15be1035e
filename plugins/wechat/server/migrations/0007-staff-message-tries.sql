-- When the first try began whose end nobody knows, on the steady line: for half an hour the service drops what it gets twice. `msg_id`: what the service calls it.
alter table wechat.staff_message add column tried_at timestamptz;
update wechat.staff_message set tried_at = created_at;
alter table wechat.staff_message alter column tried_at set not null;
alter table wechat.staff_message add column msg_id varchar(200) not null default '';
