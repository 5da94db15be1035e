-- Warning for women who are pregnant or breast-feeding, one sentence for both, and the drug's own limit of supply.
alter table prescription.catalogue
  add column pregnancy_level text not null default '' check (pregnancy_level in ('', 'info', 'reason', 'block')),
  add column lactation_level text not null default '' check (lactation_level in ('', 'info', 'reason', 'block')),
  add column pregnancy_advice text not null default '',
  -- Days that may be supplied at once without a reason; 0 = what the rules of its class say.
  add column supply_days integer not null default 0 check (supply_days >= 0);
