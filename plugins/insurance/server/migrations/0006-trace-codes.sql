-- A pack that was sold is found by its code.
create index settlement_trace_codes on insurance.settlement using gin (trace_codes jsonb_path_ops);
