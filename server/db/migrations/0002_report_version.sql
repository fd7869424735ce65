alter table reports add column version bigint not null default 1;
