-- Who opened the file: data rights ask for it. The first entry of the file's history knows.
alter table patient.patient add column creator_id text not null default '';
update patient.patient as file set creator_id = opened.user_id
from patient.change as opened where opened.patient_id = file.id and opened.act = 'created';
-- A list of somebody's own files, in the order of the list.
create index patient_creator on patient.patient (org_id, creator_id, pinyin, id);
