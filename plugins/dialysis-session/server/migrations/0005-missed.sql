-- Treatments that were missed, a twentieth of all: who was away is asked of three months, of which every treatment was read. Written when one is cancelled or missed.
create index session_missed_idx on dialysis_session.session (org_id, day, id) include (patient_id) where state in (8, 9);
