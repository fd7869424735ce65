/** Access policies of a command that changes many things: they are asked about each. */
import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { findPayments, getPayment, payPromoter, takeBackPayment } from '#contract/payments.ts';
import { findReports, getReport } from '#contract/reports.ts';
import { search } from '#contract/search.ts';
import { toRoubles } from '#kit/money.ts';
import * as calls from '#tests/support/calls.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { allOf, allow, claim, deny, exists, policiesOf, seedPolicies } from '#tests/support/policy-book.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { sentSql } from '#tests/support/sent-sql.ts';
import { serverForAll } from '#tests/support/server.ts';
import { auditLog, payments } from '../db/schema.ts';

const watched = {
  on: serverForAll({ config: { enforce: 'on' } }),
  log: serverForAll({ config: { enforce: 'log' } }),
};
const everything = { rules: [allow()] };
const payAs = async (mode: 'on' | 'log', amounts: number[]) => {
  const firm = watched[mode];
  const headers = await firm.signIn(firm.users.moderator);
  const { id } = await createUserWithRole(firm, 'promoter');
  await seedDone(firm, { promoterId: id, amounts });
  const share = toRoubles(amounts.reduce((sum, each) => sum + each * 0.3, 0));
  const before = sentSql.sent();
  const answer = await calls.post(
    firm,
    payPromoter.path,
    { promoter_id: id, count: amounts.length, share },
    headers,
  );
  return { ...answer, promoterId: id, headers, statements: sentSql.sent() - before };
};
const notesOf = async (mode: 'on' | 'log') =>
  (await watched[mode].db.select().from(auditLog).orderBy(asc(auditLog.id))).flatMap(({ action, after }) =>
    action.startsWith('policy_') ? [`${action} ${Object(after).call}`] : [],
  );
const isAction = (name: string) => claim('environment.action list in', [name]);
const dear = deny(claim('request.tofirm number greater', '1000'));

it('are asked about each request and report, as of the single calls: one refusal refuses all, and is written down', async () => {
  await seedPolicies(
    watched.on,
    policiesOf({ rules: [...everything.rules, dear], ruleCombine: 'allowIfAllAllowed' }),
  );
  const refused = await payAs('on', [100_00, 2_000_00]);
  expect([refused.status, refused.body]).toEqual([403, { message: 'This action is unauthorized.' }]);
  expect(await watched.on.db.$count(payments)).toBe(0);
  expect((await notesOf('on')).at(-1)).toBe('policy_deny payRequest');
  const { status, body } = await payAs('on', [100_00, 200_00]);
  expect([status, body.payment.count]).toEqual([200, 2]);
  expect((await notesOf('on')).slice(-5)).toEqual([
    ...['payPromoter', 'createReport', 'payRequest', 'payRequest', 'closeReport'].map(
      call => `policy_allow ${call}`,
    ),
  ]);
});

it('that only watch write down what they would refuse, and all of it is paid', async () => {
  await seedPolicies(
    watched.log,
    policiesOf({ rules: [...everything.rules, dear], ruleCombine: 'allowIfAllAllowed' }),
  );
  expect((await payAs('log', [100_00, 2_000_00])).status).toBe(200);
  expect((await notesOf('log')).filter(note => note.endsWith('payRequest'))).toEqual([
    'policy_allow payRequest',
    'policy_deny payRequest',
  ]);
});

it('take no statement for each request', async () => {
  const deep = deny(claim('request.tofirm number greater', '1000000'));
  await seedPolicies(
    watched.on,
    policiesOf({ rules: [...everything.rules, deep], ruleCombine: 'allowIfAllAllowed' }),
  );
  await payAs('on', [100_00]);
  const few = await payAs('on', [100_00, 100_00]);
  expect(
    (
      await payAs(
        'on',
        Array.from({ length: 100 }, () => 100_00),
      )
    ).statements,
  ).toBe(few.statements);
});

it('that hide a report hide the payment that it stands in', async () => {
  await seedPolicies(watched.on, policiesOf(everything));
  const { body, headers } = await payAs('on', [100_00]);
  const path = getPayment.path.replace(':id', String(body.id));
  expect((await calls.get(watched.on, path, headers)).status).toBe(200);
  await seedPolicies(
    watched.on,
    policiesOf({
      rules: [...everything.rules, deny(claim('report.id number greater', '0'))],
      ruleCombine: 'allowIfAllAllowed',
    }),
  );
  expect((await calls.get(watched.on, path, headers)).status).toBe(404);
  const refused = await calls.post(watched.on, takeBackPayment.path, { payment_id: body.id }, headers);
  expect(refused.status).toBe(403);
});

describe('paying where a report is hidden', () => {
  const firm = watched.on;
  const hide = (id: number) =>
    seedPolicies(
      firm,
      policiesOf({
        rules: [allow(), deny(allOf(isAction('getReport'), claim('report.id number equal', id)))],
        ruleCombine: 'allowIfAllAllowed',
      }),
    );
  let promoterId: number;
  let headers: Record<string, string>;
  beforeEach(async () => {
    promoterId = (await createUserWithRole(firm, 'promoter')).id;
    headers = await firm.signIn(firm.users.moderator);
  });
  const pay = (input: object) =>
    calls.post(firm, payPromoter.path, { promoter_id: promoterId, ...input }, headers);

  it('tells nothing of an open one, whatever number and sum are sent', async () => {
    const reportId = await seedReport(firm, { promoter_id: promoterId });
    await seedDone(firm, { promoterId, amounts: [100_00], reportId });
    await hide(reportId);
    const unauthorized = [403, { message: 'This action is unauthorized.' }];
    for (const share of [1, 30]) {
      const { status, body } = await pay({ count: 1, share });
      expect([status, body]).toEqual(unauthorized);
    }
  });

  it('tells of the listed requests those alone that stand elsewhere', async () => {
    const closed_at = new Date(firm.clock());
    const seedPaid = async (number: number) => {
      const reportId = await seedReport(firm, { promoter_id: promoterId, number, closed_at });
      const paidBy = firm.users.moderator.id;
      const [request] = await seedDone(firm, { promoterId, amounts: [100_00], reportId, paidBy });
      return { request, reportId };
    };
    const [hidden, shown] = [await seedPaid(1), await seedPaid(2)];
    await hide(hidden.reportId);
    const listed = [hidden, shown].map(({ request }) => ({ request, share: 30 }));
    const { body } = await pay({ count: 2, share: 60, listed });
    expect(body.found.rows).toMatchObject([{ id: shown.request, was: 30, now: null }]);
  });
});

it('a payment of a hidden report is no more there than an unknown one, and no open report names it; lists go by their own call', async () => {
  const firm = watched.on;
  const isReport = (id: number) => allOf(isAction('getReport'), claim('report.id number equal', id));
  const rule = (...rules: Parameters<typeof deny>[]) =>
    seedPolicies(
      firm,
      policiesOf({ rules: [allow(), ...rules.map(each => deny(...each))], ruleCombine: 'allowIfAllAllowed' }),
    );
  await rule();
  const { id: promoterId } = await createUserWithRole(firm, 'promoter');
  const reportIds = [
    await seedReport(firm, { promoter_id: promoterId }),
    await seedReport(firm, { promoter_id: promoterId }),
  ];
  for (const reportId of reportIds) await seedDone(firm, { promoterId, amounts: [100_00], reportId });
  const headers = await firm.signIn(firm.users.moderator);
  const body = { promoter_id: promoterId, count: 2, share: 60 };
  const { id } = (await calls.post(firm, payPromoter.path, body, headers)).body;
  const [shown = 0, hidden = 0] = reportIds;
  const look = async () => {
    const get = async (path: string) => calls.get(firm, path, headers);
    const payment = await get(getPayment.path.replace(':id', String(id)));
    const report = await get(getReport.path.replace(':id', String(shown)));
    const found = await get(`${search.path}?query=${encodeURIComponent(`выплата ${id}`)}`);
    const listed = [
      await get(`${findPayments.path}?promoterId=${promoterId}`),
      await get(`${findReports.path}?promoterId=${promoterId}`),
    ];
    return {
      status: payment.status,
      named: report.body.payments.length,
      found: found.body.payments.length,
      listed: listed.map(each => each.body.list.length),
    };
  };
  expect(await look()).toEqual({ status: 200, named: 1, found: 1, listed: [1, 2] });
  await rule([isReport(hidden)]);
  expect(await look()).toEqual({ status: 404, named: 0, found: 0, listed: [1, 2] });
});

describe('taking a payment back', () => {
  const firm = watched.on;
  const refuse = (...rules: Parameters<typeof deny>[]) =>
    seedPolicies(
      firm,
      policiesOf({ rules: [allow(), ...rules.map(each => deny(...each))], ruleCombine: 'allowIfAllAllowed' }),
    );
  const payFrom = async (isReportOpen: boolean) => {
    await refuse();
    const { id: promoterId } = await createUserWithRole(firm, 'promoter');
    const reportId = isReportOpen ? await seedReport(firm, { promoter_id: promoterId }) : null;
    const headers = await firm.signIn(firm.users.moderator);
    await seedDone(firm, { promoterId, amounts: [100_00], ...(reportId && { reportId }) });
    const body = { promoter_id: promoterId, count: 1, share: 30 };
    const { body: paid } = await calls.post(firm, payPromoter.path, body, headers);
    return () => calls.post(firm, takeBackPayment.path, { payment_id: paid.id }, headers);
  };

  it('passes a rule that unpays in open reports alone, as the single calls do', async () => {
    const inClosed = exists('request.report', claim('report.closed_at datetime isNotNull'));
    for (const isReportOpen of [true, false]) {
      const takeBack = await payFrom(isReportOpen);
      await refuse([allOf(isAction('unpayRequest'), inClosed)]);
      expect((await takeBack()).status).toBe(200);
    }
    expect((await notesOf('on')).slice(-3)).toEqual([
      ...['takeBackPayment', 'getReport', 'unpayRequest'].map(call => `policy_allow ${call}`),
    ]);
  });

  it('asks whether a report may be opened, unless the payment has made it', async () => {
    for (const [isReportOpen, status] of [
      [true, 403],
      [false, 200],
    ] as const) {
      const takeBack = await payFrom(isReportOpen);
      await refuse([isAction('openReport')]);
      expect([isReportOpen, (await takeBack()).status]).toEqual([isReportOpen, status]);
    }
  });
});
