-- Zones and due tests ask up to a hundred results of each of hundreds of patients, and each lay on a page of its own: what they ask stands in the index now, in place
-- of the index of patients and days alone.
drop index dialysis_file.result_patient_idx;
create index result_patient_idx on dialysis_file.result (patient_id, on_day) include (marker, result, titre, dropped_reason, written_at, id);
