create index disinfection_by_started_at_idx on dialysis_schedule.disinfection (started_at, id);
create index disinfection_by_ended_at_idx on dialysis_schedule.disinfection (ended_at, id);
