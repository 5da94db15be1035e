-- Chronic diseases that a facility settles by a fixed quota instead of by item, and how each settlement was asked for (psn_setlway).
alter table insurance.connection add column quota_diseases text not null default '';
alter table insurance.settlement add column psn_setlway text not null default '01' check (psn_setlway in ('01', '02'));
