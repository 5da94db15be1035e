-- Places that somebody did not take, with the reason: of three months every place was read to find them. Written when a place is given up with a reason.
create index slot_reason_idx on dialysis_schedule.slot (org_id, slot_day, id) include (patient_id) where state in ('absent', 'cancelled') and reason <> '';
