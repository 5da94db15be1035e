-- What the hospital itself bears of a settlement, above a quota or a price cap. Until now such settlements were not booked, so nothing is to be filled in.
alter table insurance.settlement add column hosp_pay numeric(14, 2) not null default 0;
