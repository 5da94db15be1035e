-- Each order that the list offers, facility by facility; the id settles equal rows in the same direction.
create index patient_by_birthday on patient.patient (org_id, birthday, id);
create index patient_by_bed on patient.patient (org_id, bed, id);
create index patient_by_dialysis_no on patient.patient (org_id, dialysis_no, id);
create index patient_by_change on patient.patient (org_id, updated_at, id);
create index patient_disabled on patient.patient (org_id, pinyin, id) where not enabled;
create index patient_infected on patient.patient using gin (infected) where infected <> '{}';
