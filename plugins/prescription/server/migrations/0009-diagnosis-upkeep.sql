-- A diagnosis that is out of use is offered no more; papers that carry it keep it.
alter table prescription.diagnosis
  add column enabled boolean not null default true,
  add column version integer not null default 1;
