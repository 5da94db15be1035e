-- Whether somebody has asked for allergies and there are none. What was an empty list until now may be either: nobody knows any more, so it
-- counts as never asked.
alter table patient.patient
  add column allergy_state text not null default '' check (allergy_state in ('', 'none')),
  add constraint patient_allergies_or_none check (allergy_state = '' or cardinality(allergies) = 0);
