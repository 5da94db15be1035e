-- Whoever comes to dialysis is one file in twenty after some years: the list of a day is made of these alone.
create index patient_planned on patient.patient (org_id, pinyin, id) include (weekdays) where weekdays <> '{}';
