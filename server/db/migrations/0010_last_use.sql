-- When any of a client's tokens was last used, to the hour.
alter table oauth_clients add column last_used_at timestamptz;

-- An application fetches a token every hour that it is in use: what is known of that is where it begins.
update oauth_clients set last_used_at = (
  select max(created_at) from oauth_refresh_tokens where client_id = oauth_clients.id
) where user_id is not null;
