-- The secret of the address book of WeCom, sealed: with it alone departments and members are written there.
alter table wechat.work_account add column book_secret text not null default '';

-- Which department over there is the counterpart of one here, by a sync from here.
create table wechat.department_link (
  service text not null,
  department_id varchar(64) not null,
  foreign_id varchar(64) not null,
  primary key (service, department_id)
);
create unique index department_link_foreign_idx on wechat.department_link (service, foreign_id);
