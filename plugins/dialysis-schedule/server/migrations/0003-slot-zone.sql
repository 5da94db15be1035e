-- Zone of the station where the patient lies, for data schemes: a nurse of the isolation ward sees her own places alone.
alter table dialysis_schedule.slot add column zone text;
update dialysis_schedule.slot s set zone = t.zone from dialysis_schedule.station t where t.id = s.station_id;
alter table dialysis_schedule.slot alter column zone set not null;
