import { expect, it } from 'vitest';
import { countShare } from './request-facts.tsx';

const NBSP = '\u00a0';

it('counts 30 % of the amount where the backend gives no percent', () => {
  const share = countShare({ tofirm: 1001, percent: null });
  expect(share.money).toBe(`300,30${NBSP}руб.`);
  expect(share.how).toContain('30 % от суммы заявки');
});

it("shows the firm's own figure, and what 30 % would have been", () => {
  const share = countShare({ tofirm: 1000, percent: 250 });
  expect(share.money).toBe(`250${NBSP}руб.`);
  expect(share.how).toContain('назначила фирма');
  expect(share.how).toContain(`300${NBSP}руб.`);
});

it('promises nothing while the amount is not known', () => {
  expect(countShare({ tofirm: null, percent: null }).money).toBe('');
});

it('promises nothing for a request that was cancelled, unless the firm pays for it all the same', () => {
  const cancelled = { tofirm: null, percent: null, state: 'cancelled' };
  expect(countShare(cancelled)).toEqual({
    money: 'не будет',
    how: 'Заявка отменена: процента по ней не будет.',
  });
  expect(countShare({ ...cancelled, percent: 100 }).money).toContain('100');
});
