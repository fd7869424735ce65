import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Request } from '#contract/requests.ts';
import { promoterShare } from '#domain/promoter-share.ts';
import { toKopecks } from '#kit/money.ts';
import { reportRequest } from '#tests/support/reports.ts';
import { expectedShare, totalsOf } from './totals.ts';

test('count, amount, to promoter, paid and left, exact to the kopeck', () => {
  const requests = [
    reportRequest({ id: 1, tofirm: 1000.05, percent: 300.02, paid: 1 }),
    reportRequest({ id: 2, tofirm: 0.1, percent: null, paid: 0 }),
    reportRequest({ id: 3, tofirm: null, percent: null, paid: 0 }),
  ];
  expect(totalsOf(requests)).toEqual({
    count: 3,
    amount: 1000.15,
    toPromoter: 300.05,
    paid: 300.02,
    left: 0.03,
    unpaidCount: 2,
  });
});

test('what is only on its way counts as the server has it', () => {
  const paying = reportRequest({ id: 1, tofirm: 100, percent: null, paid: -1 });
  const unpaying = reportRequest({ id: 2, tofirm: 100, percent: null, paid: 2 });
  expect(totalsOf([paying, unpaying])).toMatchObject({ paid: 30, left: 30, unpaidCount: 1 });
});

test('nothing comes to nothing', () => {
  expect(totalsOf([])).toEqual({ count: 0, amount: 0, toPromoter: 0, paid: 0, left: 0, unpaidCount: 0 });
});

test('a share that the firm gives otherwise than 30 % is found, a missing one is not', () => {
  expect(expectedShare({ tofirm: 1000, percent: 300 })).toBeNull();
  expect(expectedShare({ tofirm: 1000, percent: 250 })).toBe(300);
  expect(expectedShare({ tofirm: 1000, percent: null })).toBeNull();
  expect(expectedShare({ tofirm: null, percent: 250 })).toBeNull();
});

test('paid and left are always the whole, and the whole is the sum of each row’s share', () => {
  const row = fc.record({
    kopecks: fc.integer({ min: 0, max: 10_000_000 }),
    paid: fc.constantFrom(0, 1, -1, 2),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), rows => {
      const requests = rows.map(({ kopecks, paid }, at) =>
        reportRequest({ id: at + 1, tofirm: kopecks / 100, percent: null, paid: paid as Request['paid'] }),
      );
      const totals = totalsOf(requests);
      expect(toKopecks(totals.paid) + toKopecks(totals.left)).toBe(toKopecks(totals.toPromoter));
      const each = rows.reduce((sum, { kopecks }) => sum + toKopecks(promoterShare(kopecks / 100)), 0);
      expect(toKopecks(totals.toPromoter)).toBe(each);
    }),
  );
});
