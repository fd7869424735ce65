import type { Report } from '#contract/reports.ts';
import type { Request } from '#contract/requests.ts';

/** A request as it stands in a report. */
export function reportRequest(over: Partial<Request> = {}): Request {
  const { id = 1 } = over;
  return {
    ...{ id, code_number: id, fullcode: `М-${String(id).padStart(6, '0')}`, type: 'point' },
    ...{ client_fio: 'Ольга', phones: [], work_name: 'Ноутбук', state: 'done', state_name: 'Выполнена' },
    ...{ date_add: '2026-11-19 10:00:00', created_at: '2026-11-19 10:00:00' },
    ...{ tofirm: 1000, percent: 300, paid: 0, promo_report_id: 5 },
    ...over,
  };
}

/** An open report of Test promoter with these requests. */
export function sampleReport(over: Partial<Report> = {}): Report {
  return {
    ...{ id: 5, user: { id: 7, name: 'Test promoter' }, created_at: '2026-11-20 10:00:00', closed_at: null },
    ...{ promo_requests: [reportRequest({ id: 1 }), reportRequest({ id: 2 })], version: 3 },
    ...over,
  };
}
