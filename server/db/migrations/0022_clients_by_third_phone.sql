-- The same by the third phone.
create index requests_phone_third on requests ((reverse(phones ->> 2)) collate "C", id desc)
  where phones ->> 2 is not null;
