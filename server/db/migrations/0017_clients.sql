-- Requests by the name of their client, as it is looked for (commands/find-clients.ts).
create index requests_client on requests ((btrim(regexp_replace(case when lower('Ё') = 'ё' then replace(lower(
    replace(client_fio, '-', ' ')), 'ё', 'е')
  else translate(lower(replace(client_fio, '-', ' ')),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе') end,
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'))) collate "C", id desc);
