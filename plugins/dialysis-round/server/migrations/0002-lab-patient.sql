-- Values of one patient, those that were taken back among them: asked when files are merged and when somebody looks at what was withdrawn.
create index lab_patient_idx on dialysis_round.lab (patient_id, on_day desc);
