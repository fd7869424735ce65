create table policies (
  id bigint primary key,
  name text not null,
  rule_combine text not null check (rule_combine in ('allowIfAllAllowed', 'allowIfOneAllowed', 'allowIfNotDenied')),
  target jsonb not null,
  rules jsonb not null,
  version bigint not null default 1,
  updated_by bigint references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
