alter table oauth_clients add column user_id bigint references users (id);

alter table oauth_clients add column redirects jsonb not null default '[]';

-- Below are the firm's own: 1 makes personal tokens, 2 is the page.
alter table oauth_clients alter column id set start with 1001 restart;

create index oauth_clients_user on oauth_clients (user_id) where user_id is not null;

create table oauth_codes (
  code_hash text primary key,
  family uuid not null,
  client_id bigint not null references oauth_clients (id),
  user_id bigint not null references users (id),
  redirect_uri text not null,
  scopes jsonb not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index oauth_codes_expiry on oauth_codes (expires_at);

create index oauth_codes_client on oauth_codes (client_id);

alter table oauth_access_tokens add column bearer text not null default 'page'
  check (bearer in ('page', 'application', 'personal'));

alter table oauth_access_tokens add column name text;

alter table oauth_access_tokens add check ((bearer = 'personal') = (name is not null));

create index oauth_access_tokens_others on oauth_access_tokens (user_id, bearer) where bearer <> 'page';

create index oauth_access_tokens_client on oauth_access_tokens (client_id) where bearer = 'application';

alter table oauth_refresh_tokens add column bearer text not null default 'page' check (bearer in ('page', 'application'));

create index oauth_refresh_tokens_client on oauth_refresh_tokens (client_id);

create index oauth_refresh_tokens_others on oauth_refresh_tokens (user_id) where bearer <> 'page';
