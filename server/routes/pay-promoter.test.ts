/** Paying a promoter all that is owed to them as one payment, and taking it back. */
import { asc, eq, gt } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { getPayout } from '#contract/moderation.ts';
import {
  findPayments,
  getPayment,
  listOwedRequests,
  type Payment,
  payPromoter,
  takeBackPayment,
} from '#contract/payments.ts';
import { deleteReport, getReport, openReport, unpayRequest } from '#contract/reports.ts';
import { newId } from '#kit/ids.ts';
import { toKopecks, toRoubles } from '#kit/money.ts';
import * as calls from '#tests/support/calls.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { sentSql } from '#tests/support/sent-sql.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';
import { auditLog, reports, requests, sumsChanged } from '../db/schema.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'moderator');
const theirs = sessionForAll(server, 'admin');

type Headers = Record<string, string>;

let promoterId: number;
beforeEach(async () => {
  server.clock.advance(1000);
  promoterId = (await createUserWithRole(server, 'promoter', 'Анна Алёшина')).id;
});

const pay = (input: object, headers: Headers = mine) =>
  calls.post(server, payPromoter.path, { promoter_id: promoterId, ...input }, headers);
const takeBack = (payment_id: unknown, headers: Headers = mine) =>
  calls.post(server, takeBackPayment.path, { payment_id }, headers);
const read = (path: string, of: Record<string, unknown> = {}) =>
  calls.get(
    server,
    Object.entries(of).reduce((all, [name, value]) => all.replace(`:${name}`, String(value)), path),
    mine,
  );
const owed = async () => (await read(listOwedRequests.path, { promoterId })).body.list;
const reportsOf = () =>
  server.db.select().from(reports).where(eq(reports.promoter_id, promoterId)).orderBy(asc(reports.id));
const requestsOf = () =>
  server.db.select().from(requests).where(eq(requests.promoter_id, promoterId)).orderBy(asc(requests.id));

/** Agrees to what is owed, as it is told. */
async function payAll(headers: Headers = mine) {
  const list: { id: number; share: number }[] = await owed();
  const share = toRoubles(list.reduce((sum, each) => sum + toKopecks(each.share), 0));
  const listed = list.map(({ id, share }) => ({ request: id, share }));
  return pay({ count: list.length, share, listed }, headers);
}

async function lastAuditId(): Promise<number> {
  return Math.max(0, ...(await server.db.select({ id: auditLog.id }).from(auditLog)).map(({ id }) => id));
}

async function auditAfter(id: number): Promise<string[]> {
  const rows = await server.db.select().from(auditLog).where(gt(auditLog.id, id)).orderBy(asc(auditLog.id));
  return rows.map(({ action, entity, entity_id }) => `${action} ${entity} ${entity_id}`);
}

/** Two open reports, one of which holds nothing unpaid, and two requests that stand in none. */
async function seedOwed() {
  const first = await seedReport(server, { promoter_id: promoterId, number: 1 });
  const second = await seedReport(server, { promoter_id: promoterId, number: 2 });
  const [open = 0] = await seedDone(server, { promoterId, amounts: [1_000_00], reportId: first });
  const due = await seedDone(server, { promoterId, amounts: [2_000_50, 33] });
  return { first, second, open, due };
}

describe('a payment', () => {
  it('pays the open reports and what stands in none, which it puts into the newest of them', async () => {
    const { first, second, open, due } = await seedOwed();
    const before = await lastAuditId();
    expect((await owed()).map(({ id }: { id: number }) => id)).toEqual([open, ...due]);
    const { status, body } = await payAll();
    expect([status, body.id]).toEqual([200, body.payment.id]);
    expect(body.payment).toMatchObject({
      promoter: { id: promoterId, name: 'Анна Алёшина' },
      by: 'Test moderator',
      count: 3,
      share: 900.25,
      taken_back: null,
      reports: [
        { id: first, made: false },
        { id: second, made: false },
      ],
    });
    expect(body.payment.requests).toMatchObject([
      { id: open, tofirm: 1000, share: 300, report_id: first },
      { id: due[0], tofirm: 2000.5, share: 600.15, report_id: second },
      { id: due[1], tofirm: 0.33, share: 0.1, report_id: second },
    ]);
    expect(await owed()).toEqual([]);
    const now = new Date(server.clock());
    expect((await requestsOf()).map(({ paid_at }) => paid_at)).toEqual([now, now, now]);
    expect((await reportsOf()).map(({ closed_at, version }) => [closed_at, version])).toEqual([
      [now, 2],
      [now, 2],
    ]);
    expect((await read(getPayment.path, { id: body.id })).body).toEqual(body.payment);
    expect((await read(getPayout.path, { promoterId })).body).toMatchObject({
      owed: { count: 0 },
      paid: 900.25,
    });
    expect(await auditAfter(before)).toEqual([
      `add report ${second}`,
      ...[open, ...due].map(id => `pay request ${id}`),
      `close report ${first}`,
      `close report ${second}`,
      `create payment ${body.id}`,
    ]);
  });

  it('makes one report where none is open', async () => {
    await seedReport(server, { promoter_id: promoterId, number: 7, closed_at: new Date(server.clock()) });
    await seedDone(server, { promoterId, amounts: [100_00, 200_00] });
    const before = await lastAuditId();
    const { body } = await payAll();
    const [, made] = await reportsOf();
    expect(body.payment.reports).toEqual([{ id: made?.id, made: true }]);
    expect(made).toMatchObject({ number: 8, closed_at: new Date(server.clock()), returned_at: null });
    expect((await auditAfter(before))[0]).toBe(`create report ${made?.id}`);
  });

  it.each([
    ['another number', { count: 2, share: 900.25 }],
    ['another sum', { count: 3, share: 900.26 }],
  ])('of %s than was agreed to is not made, and tells what there is', async (_, agreed) => {
    await seedOwed();
    const before = [await lastAuditId(), await reportsOf(), await requestsOf()];
    const { status, body } = await pay(agreed);
    expect([status, body.id, body.status, body.title]).toEqual([200, undefined, 'warning', 'Выплата']);
    expect(body.message.replaceAll('\u00a0', ' ')).toMatch(/^К выплате теперь 3 на 900,25 руб., а было /);
    expect(body.found).toMatchObject({ count: 3, share: 900.25, rows: [{ was: null, now: 300 }, {}, {}] });
    expect([await lastAuditId(), await reportsOf(), await requestsOf()]).toEqual(before);
  });

  it('tells which requests are new, gone or changed since they were listed', async () => {
    const { due } = await seedOwed();
    const [changed = 0, gone = 0] = due;
    const listed = (await owed()).map(({ id, share }: { id: number; share: number }) => ({
      request: id,
      share,
    }));
    await server.db.update(requests).set({ paid_at: new Date() }).where(eq(requests.id, gone));
    await server.db
      .update(requests)
      .set({ tofirm_kop: 100_00, percent_kop: 30_00 })
      .where(eq(requests.id, changed));
    const [added] = await seedDone(server, { promoterId, amounts: [10_00] });
    const [foreign] = await seedDone(server, { promoterId: server.users.promoter.id, amounts: [10_00] });
    const more = [
      { request: foreign, share: 3 },
      { request: 999_999_999, share: 3 },
    ];
    const { body } = await pay({ count: 3, share: 900.25, listed: [...listed, ...more] });
    const rows = body.found.rows.map(({ id, was, now }: Record<string, unknown>) => [id, was, now]);
    expect(rows).toEqual([
      [gone, 0.1, null],
      [changed, 600.15, 30],
      [added, null, 3],
    ]);
  });

  it('of a fraction of a kopeck is refused, as no sum has one', async () => {
    const [request] = await seedDone(server, { promoterId, amounts: [100_00] });
    expect((await pay({ count: 1, share: 30.004 })).status).toBe(422);
    const listed = [{ request, share: 29.996 }];
    expect((await pay({ count: 1, share: 30, listed })).status).toBe(422);
  });

  it('of other requests or shares than were listed is not made, though number and sum are the same', async () => {
    const [first, second] = await seedDone(server, { promoterId, amounts: [100_00, 200_00] });
    const [foreign] = await seedDone(server, { promoterId: server.users.promoter.id, amounts: [100_00] });
    const ofListed = (...listed: { request: number | undefined; share: number }[]) =>
      pay({ count: 2, share: 90, listed });
    const [one, two] = [
      { request: first, share: 30 },
      { request: second, share: 60 },
    ];
    const { body } = await ofListed(one, { request: foreign, share: 60 });
    expect(body.message.replaceAll('\u00a0', ' ')).toBe(
      'К выплате 2 на 90 руб., как и было, но это другие заявки или суммы',
    );
    expect(body.found.rows).toMatchObject([{ id: second, was: null, now: 60 }]);
    expect((await ofListed({ ...one, share: 60 }, { ...two, share: 30 })).body.id).toBeUndefined();
    expect((await ofListed(one, two, { request: foreign, share: 30 })).body.id).toBeUndefined();
    expect((await ofListed()).body.id).toBeUndefined();
    expect((await ofListed(two, one)).body.id).toEqual(expect.any(Number));
  });

  it('of nothing is none', async () => {
    const { body } = await pay({ count: 1, share: 30 });
    expect(body).toMatchObject({ status: 'warning', found: { count: 0, share: 0, rows: [] } });
    expect(body.message).toMatch(/^Выплачивать нечего/);
  });

  it('leaves alone what was left in closed reports', async () => {
    const closed = await seedReport(server, { promoter_id: promoterId, closed_at: new Date(server.clock()) });
    await seedDone(server, { promoterId, amounts: [100_00], reportId: closed });
    expect(await owed()).toEqual([]);
  });

  it('is for promoters alone', async () => {
    const { moderator } = server.users;
    expect((await pay({ promoter_id: moderator.id, count: 1, share: 1 })).status).toBe(422);
    expect((await read(listOwedRequests.path, { promoterId: moderator.id })).status).toBe(404);
  });

  it('under its key is told again word for word, a difference too', async () => {
    await seedOwed();
    const keyed = { ...mine, 'idempotency-key': newId() };
    const other = { ...mine, 'idempotency-key': newId() };
    const differs = await pay({ count: 1, share: 1 }, other);
    const paid = await pay({ count: 3, share: 900.25 }, keyed);
    expect(paid.body.id).toEqual(expect.any(Number));
    expect((await pay({ count: 3, share: 900.25 }, keyed)).text).toBe(paid.text);
    expect((await pay({ count: 1, share: 1 }, other)).text).toBe(differs.text);
    expect((await pay({ count: 2, share: 900.25 }, keyed)).status).toBe(422);
  });

  it('of twelve asked at once by two moderators is one', async () => {
    await seedOwed();
    const asked = Array.from({ length: 12 }, (_, at) =>
      pay({ count: 3, share: 900.25 }, at % 2 ? mine : theirs),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.flatMap(({ body }) => body.id ?? [])).toHaveLength(1);
    expect(answers.filter(({ body }) => body.found?.count === 0)).toHaveLength(11);
  });

  it('asks the database as often for a hundred requests as for two', async () => {
    const statementsOf = async (amounts: number[]) => {
      promoterId = (await createUserWithRole(server, 'promoter')).id;
      await seedReport(server, { promoter_id: promoterId });
      await seedDone(server, { promoterId, amounts });
      const share = toRoubles(amounts.length * 30_00);
      const before = sentSql.sent();
      const { body } = await pay({ count: amounts.length, share }, { ...mine, 'idempotency-key': newId() });
      const paid = sentSql.sent();
      await takeBack(body.id, { ...mine, 'idempotency-key': newId() });
      return [paid - before, sentSql.sent() - paid];
    };
    const few = await statementsOf([100_00, 100_00]);
    expect(await statementsOf(Array.from({ length: 100 }, () => 100_00))).toEqual(few);
    expect(few).toEqual([18, 15]);
  });
});

describe('taking a payment back', () => {
  const bodyOf = async (): Promise<Payment> => (await payAll()).body.payment;
  const openReportOf = (report_id: number | undefined) =>
    calls.post(server, openReport.path, { report_id }, mine);
  const stillPaidOf = ({ requests: rows }: Payment) => rows.map(({ still_paid }) => still_paid);

  it('opens its reports again without what it had put there, and keeps its number and sums', async () => {
    const { first, second, open, due } = await seedOwed();
    const { id } = await bodyOf();
    const paidAt = new Date(server.clock());
    server.clock.advance(60_000);
    const before = await lastAuditId();
    const { status, body } = await takeBack(id, theirs);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, count: 3, share: 900.25, taken_back: { by: 'Test admin' } });
    expect(body.requests.map(({ report_id }: { report_id: number }) => report_id)).toEqual([
      first,
      second,
      second,
    ]);
    expect((await requestsOf()).map(each => [each.paid_at, each.paid_by, each.report_id])).toEqual([
      [null, null, first],
      [null, null, null],
      [null, null, null],
    ]);
    expect((await reportsOf()).map(each => [each.closed_at, each.version])).toEqual([
      [null, 3],
      [null, 3],
    ]);
    const noted = await server.db.select().from(sumsChanged).where(eq(sumsChanged.promoter_id, promoterId));
    expect(noted).toMatchObject([{ at: paidAt, paid_kop: -900_25 }]);
    expect(await auditAfter(before)).toEqual([
      ...[open, ...due].map(each => `unpay request ${each}`),
      `open report ${first}`,
      `open report ${second}`,
      `take_back payment ${id}`,
    ]);
    // All of it is owed again.
    expect((await payAll()).body.payment).toMatchObject({ count: 3, share: 900.25 });
  });

  it('leaves the report that it made closed, empty and returned, with its number', async () => {
    await seedDone(server, { promoterId, amounts: [100_00] });
    const { id, reports: made } = await bodyOf();
    const [report] = made;
    await takeBack(id);
    const { body } = await read(getReport.path, { id: report?.id });
    expect(body).toMatchObject({
      closed_at: expect.any(String),
      returned_at: expect.any(String),
      promo_requests: [],
    });
    const again = await bodyOf();
    expect(again.reports[0]?.id).toBeGreaterThan(report?.id ?? 0);
    expect(again.id).toBeGreaterThan(id);
  });

  it('is done once: the second finds it done', async () => {
    await seedOwed();
    const { id } = await bodyOf();
    const before = await lastAuditId();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => takeBack(id, at ? theirs : mine)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const written = await auditAfter(before);
    expect(written.filter(line => line.startsWith('take_back'))).toHaveLength(1);
    server.clock.advance(1000);
    await payAll();
    expect((await takeBack(id)).text).toBe(answers[0]?.text);
    expect(await owed()).toEqual([]);
  });

  it('takes back what it still pays, and leaves what was unpaid in its report and is paid by another one', async () => {
    const { first, second, open, due } = await seedOwed();
    const { id } = await bodyOf();
    server.clock.advance(1000);
    await openReportOf(first);
    await calls.post(server, unpayRequest.path, { request_id: open }, mine);
    const { body: unpaid } = await read(getPayment.path, { id });
    expect(unpaid).toMatchObject({ count: 3, share: 900.25, still_paid: { count: 2, share: 600.25 } });
    expect(stillPaidOf(unpaid)).toEqual([false, true, true]);
    const { id: next } = await bodyOf();
    const { body: listed } = await read(`${findPayments.path}?promoterId=${promoterId}`);
    expect(listed.list).toMatchObject([
      { id: next, still_paid: { count: 1, share: 300 } },
      { id, still_paid: { count: 2, share: 600.25 } },
    ]);
    server.clock.advance(1000);
    const before = await lastAuditId();
    const { status, body } = await takeBack(id);
    expect([status, body.taken_back.by]).toEqual([200, 'Test moderator']);
    expect(body).toMatchObject({ share: 900.25, still_paid: { count: 0, share: 0 } });
    expect((await read(getPayment.path, { id: next })).body.still_paid).toEqual({ count: 1, share: 300 });
    expect((await reportsOf()).map(({ closed_at }) => closed_at === null)).toEqual([false, true]);
    const noted = await server.db.select().from(sumsChanged).where(eq(sumsChanged.promoter_id, promoterId));
    expect(noted).toMatchObject([{ paid_kop: -300_00 }, { paid_kop: -600_25 }]);
    expect(await auditAfter(before)).toEqual([
      ...due.map(each => `unpay request ${each}`),
      `open report ${second}`,
      `take_back payment ${id}`,
    ]);
  });

  it('of a payment whose report is deleted changes nothing else', async () => {
    const [request] = await seedDone(server, { promoterId, amounts: [100_00] });
    const { id, reports: made } = await bodyOf();
    const report_id = made[0]?.id;
    await openReportOf(report_id);
    await calls.post(server, unpayRequest.path, { request_id: request }, mine);
    await calls.post(server, deleteReport.path, { report_id }, mine);
    const before = await lastAuditId();
    const { status, body } = await takeBack(id);
    expect([status, stillPaidOf(body)]).toEqual([200, [false]]);
    expect(await auditAfter(before)).toEqual([`take_back payment ${id}`]);
    expect(await owed()).toHaveLength(1);
  });

  it('returns the report that it made also where somebody had opened it, unless something stands in it', async () => {
    const [request] = await seedDone(server, { promoterId, amounts: [100_00, 200_00] });
    const payAndOpen = async () => {
      const { id, reports: made } = await bodyOf();
      await openReportOf(made[0]?.id);
      server.clock.advance(1000);
      return id;
    };
    await takeBack(await payAndOpen());
    const now = new Date(server.clock());
    expect(await reportsOf()).toMatchObject([{ closed_at: now, returned_at: now }]);
    const second = await payAndOpen();
    await calls.post(server, unpayRequest.path, { request_id: request }, mine);
    await takeBack(second);
    const [, holding] = await reportsOf();
    expect(holding).toMatchObject({ closed_at: null, returned_at: null });
    expect((await requestsOf()).map(({ report_id }) => report_id)).toEqual([holding?.id, null]);
  });

  it('of a number that was never given is 404', async () => {
    expect((await takeBack(999_999)).status).toBe(404);
    expect((await takeBack('x')).status).toBe(422);
  });
});
