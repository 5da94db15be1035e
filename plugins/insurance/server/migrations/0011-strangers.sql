-- What only the platform has may be of another system that settles under the same facility code: a person decides, unless the site says that there is none.
alter table insurance.connection add column take_back_strangers boolean not null default false;
alter table insurance.reconcile_difference
  add column stranger boolean not null default false,
  add column decision text not null default '' check (decision in ('', 'taken-back', 'other-system')),
  add column insuplc_admdvs text not null default '';
