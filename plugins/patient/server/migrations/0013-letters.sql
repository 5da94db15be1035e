-- A list is walked for one letter along its own index: bits of the letters and digits that stand alone among the pieces of a file, a the lowest, 9 the highest.
alter table patient.patient add column search_letters bigint not null default 0;
-- Both are made anew below: kept meanwhile, each file that is written would be entered into them a second time.
drop index patient.patient_search;
drop index patient.patient_listed;
update patient.patient set search_letters = (
  select coalesce(bit_or(1::bigint << position(letter in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1), 0)
  from unnest(search_grams) as letter where char_length(letter) = 1 and position(letter in 'abcdefghijklmnopqrstuvwxyz0123456789') > 0)
where search_grams <> '{}';
create index patient_search on patient.patient using gin (search_grams);
create index patient_listed on patient.patient (org_id, pinyin, id)
  include (patient_type, reim_way, shift_id, infected, weekdays, med_ins_mark, psn_no, creator_id, search_letters) where enabled and merged_into is null;
