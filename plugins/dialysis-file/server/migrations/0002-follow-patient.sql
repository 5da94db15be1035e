-- The id of a file is that of the patient. Where a merge of patient files makes the file another patient's, its parts go with it.
alter table dialysis_file.pattern drop constraint pattern_patient_id_fkey,
  add constraint pattern_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
alter table dialysis_file.prescription drop constraint prescription_patient_id_fkey,
  add constraint prescription_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
alter table dialysis_file.dry_weight drop constraint dry_weight_patient_id_fkey,
  add constraint dry_weight_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
alter table dialysis_file.access drop constraint access_patient_id_fkey,
  add constraint access_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
alter table dialysis_file.access_event drop constraint access_event_patient_id_fkey,
  add constraint access_event_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
alter table dialysis_file.result drop constraint result_patient_id_fkey,
  add constraint result_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
alter table dialysis_file.consent drop constraint consent_patient_id_fkey,
  add constraint consent_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
alter table dialysis_file.change drop constraint change_patient_id_fkey,
  add constraint change_patient_id_fkey foreign key (patient_id) references dialysis_file.file (id) on update cascade;
