-- Since when and why somebody is blocked.
alter table users add column blocked_at timestamptz;

alter table users add column block_reason text;

-- What was done to an account, newest first.
create index audit_log_user on audit_log (entity_id, id) where entity = 'user';
