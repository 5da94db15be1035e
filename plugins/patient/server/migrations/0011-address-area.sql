-- Province, city and district of the address, by id; whoever has a text alone keeps it.
alter table patient.patient add column address_area varchar(64) not null default '';
-- An area that files hold is not deleted.
create index patient_address_area_idx on patient.patient (address_area) where address_area <> '';
