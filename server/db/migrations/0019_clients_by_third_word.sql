-- The same from the third word on.
create index requests_client_third on requests ((btrim(regexp_replace(case when lower('Ё') = 'ё' then replace(lower(
    split_part(replace(client_fio, '-', ' '), ' ', 3) || ' ' || split_part(replace(client_fio, '-', ' '), ' ', 1) || ' ' || split_part(replace(client_fio, '-', ' '), ' ', 2)), 'ё', 'е')
  else translate(lower(split_part(replace(client_fio, '-', ' '), ' ', 3) || ' ' || split_part(replace(client_fio, '-', ' '), ' ', 1) || ' ' || split_part(replace(client_fio, '-', ' '), ' ', 2)),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе') end,
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'))) collate "C", id desc)
  where replace(client_fio, '-', ' ') like '% % %';
