-- Zone of the station where the patient lies, for data schemes: a nurse of the isolation ward sees her own treatments alone.
alter table dialysis_session.session add column zone varchar(2) not null default '';
-- Of treatments before this: the zone that the doctor confirmed. It is another one only where somebody was let into a zone of others.
update dialysis_session.session set zone = plan ->> 'zone' where length(plan ->> 'zone') in (1, 2);
