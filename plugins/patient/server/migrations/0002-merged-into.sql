-- Two files of one person: the one that goes names the one that is left. Never a chain: whoever merges the file that is left
-- into a third repoints all of them, so one look is enough.
alter table patient.patient add column merged_into text references patient.patient (id);
alter table patient.patient add constraint patient_not_into_itself check (merged_into is null or merged_into <> id);
create index patient_merged on patient.patient (merged_into) where merged_into is not null;
