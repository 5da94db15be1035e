-- Data schemes join conditions on these by "or": with an index for each side the database reads the rows that one of them names,
-- and never looks at the rest.
create index patient_payer on patient.patient (org_id, reim_way, patient_type);
create index patient_class on patient.patient (org_id, shift_id, created_at);
