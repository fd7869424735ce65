/** Access policies of a command that changes many things: they are asked about each. */
import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getPayment, payPromoter, takeBackPayment } from '#contract/payments.ts';
import { toRoubles } from '#kit/money.ts';
import * as calls from '#tests/support/calls.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { allow, claim, deny, policiesOf, seedPolicies } from '#tests/support/policy-book.ts';
import { seedDone } from '#tests/support/reports.ts';
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
  expect((await calls.get(watched.on, path, headers)).status).toBe(403);
  const refused = await calls.post(watched.on, takeBackPayment.path, { payment_id: body.id }, headers);
  expect(refused.status).toBe(403);
});
