-- Requests by the last digits of their first phone.
create index requests_phone on requests ((reverse(phones ->> 0)) collate "C", id desc);
