import { beforeEach, describe, expect, test } from 'vitest';
import { type Problem, problem } from '#api/problem.ts';
import type { Report } from '#contract/reports.ts';
import { failure, success } from '#kit/result.ts';
import { reportRequest, sampleReport } from '#tests/support/reports.ts';
import { isPaid } from '../report/totals.ts';
import { type PaidReport, sumOfPaid } from './paid-report.ts';
import { check, checkTakenBack, type Payee, payOut, takeBack } from './pay-out.ts';
import type { PayoutCalls } from './payout-calls.ts';

/** A backend with one promoter; `lost` are calls whose answer never comes though they were carried out. */
class Backend implements PayoutCalls {
  reports: Report[] = [];
  due: number[] = [];
  seen: string[] = [];
  refused = new Map<string, Problem>();
  lost = new Set<string>();
  /** Answers that prove nothing, and whether the call was carried out. */
  unproven = new Map<string, { problem: Problem; isDone: boolean }>();
  before = new Map<string, () => void>();
  stopsAt = '';
  ownName = 'Вера';
  /** Who has paid a request last. */
  payers = new Map<number, string>();
  waits = 0;

  #answer<Value>(call: string, work: () => Value) {
    this.seen.push(call);
    this.before.get(call)?.();
    this.before.delete(call);
    const refused = this.refused.get(call);
    if (refused) return Promise.resolve(failure(refused));
    const unproven = this.unproven.get(call);
    if (unproven && !unproven.isDone) return Promise.resolve(failure(unproven.problem));
    const value = work();
    if (unproven) return Promise.resolve(failure(unproven.problem));
    return Promise.resolve(this.lost.delete(call) ? failure(problem('offline')) : success(value));
  }

  #report(id: number): Report {
    const report = this.reports.find(each => each.id === id);
    if (!report) throw new Error('no such report');
    return report;
  }

  #setPaid(id: number, paid: 0 | 1, who = this.ownName) {
    const request = this.reports.flatMap(each => each.promo_requests).find(each => each.id === id);
    if (!request) throw new Error('no such request');
    const changed = request.paid !== paid;
    request.paid = paid;
    if (changed) this.payers.set(id, who);
    return { status: 'success', changed, by: { name: this.payers.get(id) ?? '' } };
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
  /** Another moderator does. */
  othersPay(id: number): void {
    this.#setPaid(id, 1, 'Захар');
  }
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
  remove = (id: number, version: number | undefined) =>
    this.#answer(`remove ${id}`, () => {
      if (version !== this.#report(id).version) throw new Error('changed meanwhile');
      this.reports = this.reports.filter(each => each.id !== id);
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
const payee = (count: number, hasDue = false): Payee => ({ promoterId: 7, agreed: of(count), hasDue });

let backend: Backend;
let paid: PaidReport[];
beforeEach(() => {
  backend = new Backend();
  paid = [];
});
const pay = (who: Payee) => payOut(backend, who, paid, () => {});
const paidHere = () => paid.map(({ requests }) => requests.map(({ id }) => id));

describe('one promoter', () => {
  test('gets all that is open and all that is due, and the reports are closed', async () => {
    backend.add([1, 2]);
    backend.due = [3];
    const steps: number[] = [];
    expect(await payOut(backend, payee(3, true), paid, done => steps.push(done))).toEqual({ is: 'paid' });
    expect([steps, paidHere(), sumOfPaid(paid)]).toEqual([[1, 2, 3], [[1, 2], [3]], of(3)]);
    expect(backend.state).toEqual({ paid: [1, 2, 3], closed: [50, 51] });
  });

  test('whose report is gone meanwhile is paid all the same, from another one', async () => {
    backend.due = [1, 2];
    expect(await pay(payee(2))).toEqual({ is: 'paid' });
    expect(backend.state.paid).toEqual([1, 2]);
  });

  test('is paid nothing where the reports hold something else than was agreed to, and then what was found', async () => {
    backend.add([1, 2]);
    backend.due = [3, 4];
    const outcome = await pay(payee(3, true));
    expect(outcome).toEqual({ is: 'differs', found: { ...payee(4), madeId: 51 } });
    expect(backend.state.paid).toEqual([]);
    if (outcome.is === 'differs') expect(await pay(outcome.found)).toEqual({ is: 'paid' });
    expect([backend.state, paidHere()]).toEqual([
      { paid: [1, 2, 3, 4], closed: [50, 51] },
      [
        [1, 2],
        [3, 4],
      ],
    ]);
  });

  test('whose report somebody else has made or paid meanwhile is paid once, or not at all', async () => {
    backend.add([1, 2]);
    expect(await pay(payee(2, true))).toEqual({ is: 'paid' });
    expect(backend.reports).toHaveLength(1);
    expect(await pay(payee(2, true))).toEqual({ is: 'differs', found: payee(0) });
  });

  test.each(['create', 'list', 'read 50', 'pay 1', 'pay 2', 'close 50'])(
    'is paid once though the answer to «%s» is lost',
    async call => {
      backend.due = [1, 2];
      backend.lost.add(call);
      expect(await pay(payee(2, true))).toEqual({ is: 'paid' });
      expect(paid).toMatchObject([{ reportId: 50, requests: [{ id: 1 }, { id: 2 }], isClosed: true }]);
      expect([backend.state, backend.reports.length]).toEqual([{ paid: [1, 2], closed: [50] }, 1]);
      expect(backend.waits).toBe(1);
    },
  );

  test('who is paid by two at once counts with each for what they have paid themselves', async () => {
    backend.add([1, 2, 3]);
    backend.before.set('pay 2', () => backend.othersPay(2));
    // Lost before it arrived, while the other one paid.
    backend.before.set('pay 3', () => backend.othersPay(3));
    backend.lost.add('pay 3');
    expect(await pay(payee(3))).toEqual({ is: 'paid' });
    expect([paidHere(), sumOfPaid(paid)]).toEqual([[[1]], of(1)]);
  });

  test('keeps what was paid where one request is refused, and the report stays open', async () => {
    backend.add([1, 2]);
    backend.refused.set('pay 2', problem('refused', { status: 422, message: 'Нельзя' }));
    expect(await pay(payee(2))).toMatchObject({ is: 'failed', problem: { message: 'Нельзя' } });
    expect([paidHere(), backend.state]).toEqual([[[1]], { paid: [1], closed: [] }]);
  });

  test('a server that fails is asked three times, then given up', async () => {
    backend.add([1]);
    backend.refused.set('pay 1', problem('server', { status: 500 }));
    expect(await pay(payee(1))).toMatchObject({ is: 'failed', problem: { status: 500 } });
    expect(backend.seen.filter(call => call === 'pay 1')).toHaveLength(3);
  });

  test('the report stays open where somebody takes a payment back meanwhile', async () => {
    backend.add([1, 2]);
    backend.before.set('pay 2', () => void backend.unpay(1));
    expect(await pay(payee(2))).toEqual({ is: 'failed', problem: null });
    expect(backend.state).toEqual({ paid: [2], closed: [] });
  });

  test('a moderator who stops leaves the rest unpaid', async () => {
    backend.add([1, 2]);
    backend.stopsAt = 'pay 1';
    expect(await pay(payee(2))).toEqual({ is: 'stopped' });
    expect([paidHere(), backend.state]).toEqual([[[1]], { paid: [1], closed: [] }]);
  });
});

describe('taking back', () => {
  test('opens the reports and unpays what was paid here, not what somebody else has paid', async () => {
    backend.add([1, 2, 3]);
    backend.before.set('pay 1', () => backend.othersPay(2));
    await pay(payee(3));
    backend.lost.add('open 50');
    backend.lost.add('unpay 3');
    expect(await takeBack(backend, paid)).toEqual({ is: 'takenBack' });
    expect([backend.state, paid]).toEqual([{ paid: [2], closed: [] }, []]);
  });

  test.each([true, false])(
    'leaves no report that the payment itself has made (%s), and every other',
    async hasDue => {
      backend.add([1]);
      backend.due = [2];
      if (!hasDue) backend.create();
      await pay(payee(2, hasDue));
      expect(await takeBack(backend, paid)).toEqual({ is: 'takenBack' });
      expect(backend.reports.map(({ id }) => id)).toEqual(hasDue ? [50] : [50, 51]);
      expect([backend.state, paid]).toEqual([{ paid: [], closed: [] }, []]);
    },
  );

  test('leaves the report that it has made where somebody else has paid in it, or the server keeps it', async () => {
    backend.due = [1, 2];
    await pay(payee(2, true));
    backend.before.set('unpay 1', () => backend.othersPay(2));
    expect(await takeBack(backend, paid)).toEqual({ is: 'takenBack' });
    expect([backend.state.paid, backend.seen.includes('remove 50')]).toEqual([[2], false]);
    backend.unpay(2);
    await pay(payee(2));
    backend.due = [3];
    await pay(payee(1, true));
    backend.refused.set('remove 51', problem('refused', { status: 412 }));
    expect(await takeBack(backend, paid)).toEqual({ is: 'takenBack' });
    expect([backend.state, backend.reports.length]).toEqual([{ paid: [], closed: [] }, 2]);
  });

  test('keeps what is still to be taken back where it is refused or stopped', async () => {
    backend.add([1, 2]);
    await pay(payee(2));
    backend.refused.set('unpay 1', problem('refused', { status: 403 }));
    expect(await takeBack(backend, paid)).toMatchObject({ is: 'failed', problem: { status: 403 } });
    expect(paidHere()).toEqual([[1]]);
    backend.stopsAt = 'unpay 2';
    expect(await takeBack(backend, paid)).toEqual({ is: 'stopped' });
    expect(paidHere()).toEqual([[1]]);
  });
});

describe.each<[string, Problem]>([
  ['a sentence', problem('foreign', { status: 200 })],
  ['true', problem('unreadable', { status: 200 })],
  ['an empty 204', problem('foreign', { status: 204 })],
  ['{}', problem('unreadable', { status: 200 })],
  ['{"status":"success","paid":0}', problem('unreadable', { status: 200 })],
])('2xx that proves nothing (%s)', (_, said) => {
  const sent = (call: string) => backend.seen.filter(each => each === call).length;
  /** The first reading after that call is refused, or each one. */
  const unreadAfter = (call: string) =>
    backend.before.set(call, () => backend.refused.set('read 50', problem('foreign', { status: 200 })));

  test('what the report shows as paid is paid once, and can be taken back', async () => {
    backend.add([1, 2]);
    backend.unproven.set('pay 1', { problem: said, isDone: true });
    expect(await pay(payee(2))).toEqual({ is: 'paid' });
    expect([paidHere(), sent('pay 1')]).toEqual([[[1, 2]], 1]);
    expect(await takeBack(backend, paid)).toEqual({ is: 'takenBack' });
    expect(backend.state).toEqual({ paid: [], closed: [] });
  });

  test('what the report shows as unpaid is tried three times, each after a reading, and was not paid', async () => {
    backend.add([1]);
    backend.unproven.set('pay 1', { problem: said, isDone: false });
    expect(await pay(payee(1))).toEqual({ is: 'failed', problem: said });
    expect(backend.seen.join()).toContain('pay 1,read 50,pay 1,read 50,pay 1,read 50');
    expect([sent('pay 1'), paid]).toEqual([3, []]);
  });

  test.each([true, false])(
    'where the report cannot be read nothing is sent again, and a later reading tells (carried out: %s)',
    async isDone => {
      backend.add([1, 2]);
      backend.unproven.set('pay 1', { problem: said, isDone });
      unreadAfter('pay 1');
      expect(await pay(payee(2))).toEqual({ is: 'unknown', problem: said });
      expect([sent('pay 1'), sent('pay 2'), sumOfPaid(paid)]).toEqual([1, 0, of(0)]);
      expect(await check(backend, payee(2), paid)).toMatchObject({ is: 'unknown' });
      backend.refused.clear();
      const left = isDone ? 1 : 2;
      expect(await check(backend, payee(2), paid)).toMatchObject({
        is: 'differs',
        found: { agreed: of(left), hasDue: false },
      });
      expect([sent('pay 1'), sumOfPaid(paid)]).toEqual([1, of(2 - left)]);
    },
  );

  test('a check that finds all of it paid closes the report, as was agreed', async () => {
    backend.add([1]);
    backend.unproven.set('pay 1', { problem: said, isDone: true });
    unreadAfter('pay 1');
    await pay(payee(1));
    backend.refused.clear();
    expect(await check(backend, payee(1), paid)).toEqual({ is: 'paid' });
    expect([backend.state, paidHere()]).toEqual([{ paid: [1], closed: [50] }, [[1]]]);
  });

  test.each([true, false])('taking back is read as well (carried out: %s)', async isDone => {
    backend.add([1]);
    await pay(payee(1));
    backend.unproven.set('unpay 1', { problem: said, isDone });
    const outcome = await takeBack(backend, paid);
    expect(outcome).toEqual(isDone ? { is: 'takenBack' } : { is: 'failed', problem: said });
    expect([sent('unpay 1'), sumOfPaid(paid)]).toEqual(isDone ? [1, of(0)] : [3, of(1)]);
  });

  test.each([true, false])('taking back that cannot be read is neither (carried out: %s)', async isDone => {
    backend.add([1]);
    await pay(payee(1));
    backend.unproven.set('unpay 1', { problem: said, isDone });
    unreadAfter('unpay 1');
    expect(await takeBack(backend, paid)).toEqual({ is: 'unknown', problem: said });
    expect([sent('unpay 1'), sumOfPaid(paid)]).toEqual([1, of(0)]);
    backend.refused.clear();
    const outcome = await checkTakenBack(backend, paid);
    expect(outcome).toEqual(isDone ? { is: 'takenBack' } : { is: 'failed', problem: null });
    expect([sent('unpay 1'), sumOfPaid(paid)]).toEqual([1, of(isDone ? 0 : 1)]);
  });

  test('making, closing and opening a report end as well', async () => {
    backend.add([1]);
    backend.unproven.set('close 50', { problem: said, isDone: true });
    expect(await pay(payee(1))).toEqual({ is: 'paid' });
    backend.unproven.set('open 50', { problem: said, isDone: false });
    expect(await takeBack(backend, paid)).toEqual({ is: 'failed', problem: said });
    backend.unproven.set('create', { problem: said, isDone: false });
    expect(await pay(payee(1, true))).toEqual({ is: 'unknown', problem: said });
    expect([sent('close 50'), sent('open 50'), sent('create')]).toEqual([1, 3, 3]);
  });
});
