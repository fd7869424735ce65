-- What policies forbade within a day, and what may not sign in now.
create index audit_log_denied on audit_log (at) where action = 'policy_deny';
create index login_attempts_locked on login_attempts (locked_until) where locked_until is not null;
