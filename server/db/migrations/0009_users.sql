-- Since when and why somebody is blocked.
alter table users add column blocked_at timestamptz;

alter table users add column block_reason text;

-- Name and e-mail in small letters, ё as е: how people are looked for, and sorted by name.
alter table users add column search_text text generated always as (
  translate(lower(name || ' ' || email),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе')) stored;

create index users_search_text on users (search_text collate "C");

-- What was done to an account, newest first.
create index audit_log_user on audit_log (entity_id, id) where entity = 'user';
