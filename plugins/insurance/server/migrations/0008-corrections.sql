-- A part of what was settled goes back: the settlement is cancelled as a whole and what remains is settled anew.
alter table insurance.settlement
  -- What goes back, while and after it is cancelled for that reason: lines with quantities, and the prescriptions of which something remains.
  add column correction jsonb,
  -- The settlement that was cancelled so that this one could be made.
  add column corrects_id text references insurance.settlement (id);
create index settlement_corrects on insurance.settlement (corrects_id) where corrects_id is not null;
