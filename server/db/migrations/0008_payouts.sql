-- What is owed: done and unpaid, in whatever report or in none. In the order in which it is added up, so that nothing is sorted.
create index requests_owed on requests (promoter_id, report_id)
  include (done_at, tofirm_kop, percent_kop) where done_at is not null and paid_at is null;

-- What was paid within a period, and when somebody was paid last.
create index requests_paid on requests (paid_at) include (promoter_id, percent_kop) where paid_at is not null;

create index requests_last_paid on requests (promoter_id, paid_at) where paid_at is not null;

create index reports_open on reports (promoter_id, id) where closed_at is null;
