-- Requests by the last digits of their phones.
create index requests_phone on requests ((reverse(phones ->> 0)) collate "C", id desc);

create index requests_phone_second on requests ((reverse(phones ->> 1)) collate "C", id desc)
  where phones ->> 1 is not null;

create index requests_phone_third on requests ((reverse(phones ->> 2)) collate "C", id desc)
  where phones ->> 2 is not null;
