-- The approved text of a consent: files of the storage, as the row names them.
alter table dialysis_file.consent_form add column papers jsonb not null default '[]';
