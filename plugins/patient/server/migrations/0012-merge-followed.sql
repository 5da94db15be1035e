-- What other plugins moved with a merge, by their names, so that it can be taken back.
alter table patient.merge add column followed jsonb not null default '{}';
