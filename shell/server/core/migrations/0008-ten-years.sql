-- What cleaners and lists ask for by its age is found by it.
create index session_expires_idx on core.session (expires_at);
create index session_ended_idx on core.session (ended_at) where ended_at is not null;
create index login_attempt_failed_idx on core.login_attempt (last_failed_at);
create index login_attempt_locked_idx on core.login_attempt (locked_until) where locked_until is not null;
create index stored_file_type_idx on core.stored_file (type, created_at);
create index sms_outbox_created_idx on core.sms_outbox (created_at desc);
