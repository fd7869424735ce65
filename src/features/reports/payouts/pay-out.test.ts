import { beforeEach, describe, expect, test } from 'vitest';
import { type Problem, problem } from '#api/problem.ts';
import type { Report } from '#contract/reports.ts';
import { failure, success } from '#kit/result.ts';
import { reportRequest, sampleReport } from '#tests/support/reports.ts';
import { isPaid } from '../report/totals.ts';
import { type Payee, type PayoutCalls, payOut, takeBack } from './pay-out.ts';

/** A backend with one promoter; `lost` are calls whose answer never comes though they were carried out. */
class Backend implements PayoutCalls {
  reports: Report[] = [];
  due: number[] = [];
  seen: string[] = [];
  refused = new Map<string, Problem>();
  lost = new Set<string>();
  before = new Map<string, () => void>();
  stopsAt = '';
  waits = 0;

  #answer<Value>(call: string, work: () => Value) {
    this.seen.push(call);
    this.before.get(call)?.();
    this.before.delete(call);
    const refused = this.refused.get(call);
    if (refused) return Promise.resolve(failure(refused));
    const value = work();
    return Promise.resolve(this.lost.delete(call) ? failure(problem('offline')) : success(value));
  }

  #report(id: number): Report {
    const report = this.reports.find(each => each.id === id);
    if (!report) throw new Error('no such report');
    return report;
  }

  #setPaid(id: number, paid: 0 | 1) {
    const request = this.reports.flatMap(each => each.promo_requests).find(each => each.id === id);
    if (!request) throw new Error('no such request');
    const changed = request.paid !== paid;
    request.paid = paid;
    return { status: 'success', changed };
  }

  add(ids: number[], over: Partial<Report> = {}): Report {
    const promo_requests = ids.map(id => reportRequest({ id, percent: 100 }));
    const report = sampleReport({ id: 50 + this.reports.length, version: 1, promo_requests, ...over });
    this.reports.push(report);
    return report;
  }

  create = () =>
    this.#answer('create', () => {
      if (this.due.length === 0) return { status: 'warning', title: 'Отчет', message: 'Нет заявок' };
      const { id } = this.add(this.due);
      this.due = [];
      return { id };
    });
  list = () => this.#answer('list', () => ({ list: this.reports }));
  read = (id: number) => this.#answer(`read ${id}`, () => structuredClone(this.#report(id)));
  pay = (id: number) => this.#answer(`pay ${id}`, () => this.#setPaid(id, 1));
  unpay = (id: number) => this.#answer(`unpay ${id}`, () => this.#setPaid(id, 0));
  close = (id: number, version: number | undefined) => {
    const report = this.#report(id);
    if (version !== report.version) {
      this.seen.push(`close ${id} in vain`);
      return Promise.resolve(failure(problem('refused', { status: 412 })));
    }
    return this.#answer(`close ${id}`, () => {
      report.closed_at = '2026-11-26 12:00:00';
      report.version = (report.version ?? 0) + 1;
      return { status: 'success' };
    });
  };
  open = (id: number) =>
    this.#answer(`open ${id}`, () => {
      this.#report(id).closed_at = null;
      return { status: 'success' };
    });
  mayGoOn = async (after: Problem | null) => {
    if (after) this.waits += 1;
    return !this.seen.includes(this.stopsAt);
  };

  /** Which of its requests are paid, and which reports are closed. */
  get state() {
    return {
      paid: this.reports.flatMap(each => each.promo_requests.filter(isPaid).map(({ id }) => id)),
      closed: this.reports.filter(each => each.closed_at !== null).map(({ id }) => id),
    };
  }
}

const of = (count: number) => ({ count, share: count * 100 });
const payee = (open: number, due: number): Payee => ({ promoterId: 7, open: of(open), due: of(due) });

let backend: Backend;
beforeEach(() => {
  backend = new Backend();
});
const pay = (who: Payee) => payOut(backend, who, () => {});

describe('one promoter', () => {
  test('gets all that is open and all that is due, and the reports are closed', async () => {
    backend.add([1, 2]);
    backend.due = [3];
    const steps: number[] = [];
    const outcome = await payOut(backend, payee(2, 1), done => steps.push(done));
    expect(outcome).toEqual({
      is: 'paid',
      paid: [
        { reportId: 50, requestIds: [1, 2], share: 200 },
        { reportId: 51, requestIds: [3], share: 100 },
      ],
    });
    expect([steps, backend.state]).toEqual([[1, 2, 3], { paid: [1, 2, 3], closed: [50, 51] }]);
  });

  test('is not paid anything else than what was agreed to: neither more in an open report nor in a new one', async () => {
    backend.add([1, 2]);
    expect(await pay(payee(1, 0))).toMatchObject({ is: 'differs', found: { open: of(2), due: of(0) } });
    expect(backend.state.paid).toEqual([]);
    backend = new Backend();
    backend.due = [3, 4];
    const outcome = await pay(payee(0, 1));
    expect(outcome).toMatchObject({ is: 'differs', paid: [], found: { open: of(2), due: of(0) } });
    // What was found is what is agreed to next.
    if (outcome.is === 'differs') expect(await pay(outcome.found)).toMatchObject({ is: 'paid' });
    expect(backend.state).toEqual({ paid: [3, 4], closed: [50] });
  });

  test.each(['create', 'list', 'read 50', 'pay 1', 'pay 2', 'close 50'])(
    'is paid once though the answer to «%s» is lost',
    async call => {
      backend.due = [1, 2];
      backend.lost.add(call);
      const outcome = await pay(payee(0, 2));
      expect(outcome).toEqual({ is: 'paid', paid: [{ reportId: 50, requestIds: [1, 2], share: 200 }] });
      expect([backend.state, backend.reports.length]).toEqual([{ paid: [1, 2], closed: [50] }, 1]);
      expect(backend.waits).toBe(1);
    },
  );

  test('keeps what was paid where one request is refused, and the report stays open', async () => {
    backend.add([1, 2]);
    backend.refused.set('pay 2', problem('refused', { status: 422, message: 'Нельзя' }));
    expect(await pay(payee(2, 0))).toMatchObject({
      is: 'failed',
      paid: [{ reportId: 50, requestIds: [1] }],
      problem: { message: 'Нельзя' },
    });
    expect(backend.state).toEqual({ paid: [1], closed: [] });
  });

  test('a server that fails is asked three times, then given up', async () => {
    backend.add([1]);
    backend.refused.set('pay 1', problem('server', { status: 500 }));
    expect(await pay(payee(1, 0))).toMatchObject({ is: 'failed', paid: [], problem: { status: 500 } });
    expect(backend.seen.filter(call => call === 'pay 1')).toHaveLength(3);
  });

  test('the report stays open where somebody takes a payment back meanwhile', async () => {
    backend.add([1, 2]);
    backend.before.set('pay 2', () => void backend.unpay(1));
    expect(await pay(payee(2, 0))).toMatchObject({ is: 'failed', problem: null });
    expect(backend.state).toEqual({ paid: [2], closed: [] });
  });

  test('a moderator who stops leaves the rest unpaid', async () => {
    backend.add([1, 2]);
    backend.stopsAt = 'pay 1';
    expect(await pay(payee(2, 0))).toMatchObject({ is: 'stopped', paid: [{ requestIds: [1] }] });
    expect(backend.state).toEqual({ paid: [1], closed: [] });
  });
});

describe('taking back', () => {
  test('opens the reports and unpays what was paid here, not what somebody else has paid', async () => {
    backend.add([1, 2, 3]);
    backend.before.set('pay 1', () => void backend.pay(2));
    const outcome = await pay(payee(3, 0));
    expect(outcome.paid).toEqual([{ reportId: 50, requestIds: [1, 3], share: 200 }]);
    backend.lost.add('open 50');
    backend.lost.add('unpay 3');
    expect(await takeBack(backend, outcome.paid)).toBeNull();
    expect(backend.state).toEqual({ paid: [2], closed: [] });
  });

  test('says why where it is refused', async () => {
    backend.add([1]);
    const { paid } = await pay(payee(1, 0));
    backend.refused.set('unpay 1', problem('refused', { status: 403 }));
    expect(await takeBack(backend, paid)).toMatchObject({ status: 403 });
  });
});
