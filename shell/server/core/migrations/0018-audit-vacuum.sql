-- The newest entries are what the pages of the log read and count. Vacuumed only after a fifth of the table is new (the default), two years of them
-- would be looked up row by row instead of being read off audit_login_idx and audit_operation_idx; an append-only table makes this cheap.
alter table core.audit set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
