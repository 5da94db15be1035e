-- Messages of one kind, and those that did not succeed, newest first: without a hit the list read every message of ten years.
create index exchange_kind on insurance.exchange (org_id, infno, sent_at desc, id desc);
create index exchange_not_done on insurance.exchange (org_id, sent_at desc, id desc) where state <> 'success';
-- Visits that were cancelled, a few of all.
create index visit_cancelled on insurance.visit (org_id, created_at desc, id desc) where state = 'cancelled';
