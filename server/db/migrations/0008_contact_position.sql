alter table contacts add column position text;
