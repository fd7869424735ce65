import type { Report } from '#contract/reports.ts';

/** A report that was just read; of rows that were settled while it was on its way, what is held is newer. */
export function mergeReport(fresh: Report, current: Report, settled: ReadonlySet<number>): Report {
  if (settled.size === 0) return fresh;
  const paidOf = new Map(current.promo_requests.map(({ id, paid }) => [id, paid]));
  return {
    ...fresh,
    promo_requests: fresh.promo_requests.map(request =>
      settled.has(request.id) ? { ...request, paid: paidOf.get(request.id) ?? request.paid } : request,
    ),
  };
}

/** The report with another flag at one of its rows. */
export function withPaid(report: Report, id: number, paid: Report['promo_requests'][number]['paid']): Report {
  return {
    ...report,
    promo_requests: report.promo_requests.map(request =>
      request.id === id ? { ...request, paid } : request,
    ),
  };
}
