import { expect, test } from 'vitest';
import { reportRequest, sampleReport } from '#tests/support/reports.ts';
import { mergeReport, withPaid } from './use-report.ts';

const paidIn = (report: ReturnType<typeof sampleReport>) => report.promo_requests.map(({ paid }) => paid);

test('a reading that began before a payment was answered does not take it back', () => {
  const current = withPaid(sampleReport(), 1, 1);
  const stale = sampleReport({ closed_at: '2026-11-20 11:00:00', version: 4 });
  const merged = mergeReport(stale, current, new Set([1]));
  expect(paidIn(merged)).toEqual([1, 0]);
  expect(merged).toMatchObject({ closed_at: '2026-11-20 11:00:00', version: 4 });
});

test('of every other row the newer reading is the truth', () => {
  const current = withPaid(sampleReport(), 1, 1);
  const fresh = withPaid(sampleReport(), 2, 1);
  expect(mergeReport(fresh, current, new Set())).toBe(fresh);
  expect(paidIn(mergeReport(fresh, current, new Set([3])))).toEqual([0, 1]);
});

test('a row that the held report does not have is as it was read', () => {
  const current = sampleReport({ promo_requests: [] });
  const fresh = sampleReport({ promo_requests: [reportRequest({ id: 1, paid: 1 })] });
  expect(paidIn(mergeReport(fresh, current, new Set([1])))).toEqual([1]);
});
