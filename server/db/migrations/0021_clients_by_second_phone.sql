-- The same by the second phone.
create index requests_phone_second on requests ((reverse(phones ->> 1)) collate "C", id desc)
  where phones ->> 1 is not null;
