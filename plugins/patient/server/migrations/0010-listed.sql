-- Files of a list are counted and narrowed without reading them: what the list and data schemes ask for stands in its order's index.
create index patient_listed on patient.patient (org_id, pinyin, id)
  include (patient_type, reim_way, shift_id, infected, weekdays, med_ins_mark, psn_no, creator_id) where enabled and merged_into is null;
