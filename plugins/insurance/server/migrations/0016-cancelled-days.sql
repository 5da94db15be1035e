-- A day is reconciled by what was settled and by what was cancelled on it.
create index settlement_cancelled_day on insurance.settlement (org_id, cancelled_at) where cancelled_at is not null;
