-- What is read of a station in the waiting room: codes begin with the letter of a zone, which the public must not see.
alter table dialysis_schedule.station add column public_name varchar(8) not null default '';
