-- The pages of sign-ins and of changes walk the log of an organisation in the order of time; the conditions are those of audit/audit-reader.ts.
create index audit_login_idx on core.audit (org_id, at, seq) where action in
  ('session.login', 'session.logout', 'session.lock', 'session.unlock', 'session.scanState', 'session.scanConfirm', 'session.exchangeTicket');
create index audit_operation_idx on core.audit (org_id, at, seq) where class in ('write', 'money', 'stock', 'security') and action not in
  ('session.login', 'session.logout', 'session.lock', 'session.unlock', 'session.scanState', 'session.scanConfirm', 'session.exchangeTicket');
