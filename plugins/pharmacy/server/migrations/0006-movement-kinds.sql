-- Of ten years' ledger, what was corrected or given back is a handful: found by its kind, and in the order of the list.
create index movement_kind on pharmacy.movement (org_id, kind, seq desc);
