-- A report names its payments.
create index payment_reports_report on payment_reports (report_id);
