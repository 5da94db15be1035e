-- A refund took back every drug and material that had not been handed out, while something else (a treatment) stays paid: the pharmacy
-- has nothing left to do with the prescription.
alter table prescription.prescription add column nothing_to_hand_out boolean not null default false;
