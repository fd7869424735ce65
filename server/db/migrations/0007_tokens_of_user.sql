-- Blocking somebody, or changing their password, ends all their logins.
create index oauth_refresh_tokens_user on oauth_refresh_tokens (user_id);

-- What was revoked is purged a day later, in batches.
create index oauth_refresh_tokens_revoked on oauth_refresh_tokens (revoked_at) where revoked_at is not null;

create index oauth_access_tokens_revoked on oauth_access_tokens (revoked_at) where revoked_at is not null;
