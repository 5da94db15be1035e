-- Whether a woman is pregnant or breast-feeding, and on which day that was said; empty while nobody has asked.
alter table patient.patient
  add column pregnancy text not null default '' check (pregnancy in ('', 'none', 'pregnant', 'lactating')),
  add column pregnancy_on date;
