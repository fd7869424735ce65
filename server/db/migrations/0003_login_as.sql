alter table oauth_access_tokens add column impersonator_id bigint references users (id);

alter table oauth_access_tokens add column origin_family uuid;

alter table oauth_access_tokens add check ((impersonator_id is null) = (origin_family is null));

create index oauth_access_tokens_origin on oauth_access_tokens (origin_family) where origin_family is not null;
