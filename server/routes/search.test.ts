import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { payPromoter } from '#contract/payments.ts';
import { getReport } from '#contract/reports.ts';
import { FOUND_LIMIT, search } from '#contract/search.ts';
import * as calls from '#tests/support/calls.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { allow, claim, deny, policiesOf, seedPolicies } from '#tests/support/policy-book.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { createTestServer, serverForAll, type TestServer } from '#tests/support/server.ts';
import { seedDocument } from '#tests/support/stock.ts';
import { requests, users } from '../db/schema.ts';

const server = serverForAll();
let report: number;
let request: { id: number; fullcode: string; code_number: number };

beforeAll(async () => {
  const { promoter, colleague, blocked } = server.users;
  const named = (id: number, name: string) => server.db.update(users).set({ name }).where(eq(users.id, id));
  await named(promoter.id, 'Анна Алёшина');
  await named(colleague.id, 'Алешина Яна');
  await named(blocked.id, 'Яна Алешина-Ким');
  report = await seedReport(server);
  const [id] = await seedDone(server, { promoterId: promoter.id, amounts: [100], reportId: report });
  const [row] = await server.db
    .select()
    .from(requests)
    .where(eq(requests.id, id ?? 0));
  request = row ?? expect.fail('no request');
  await seedDocument(server, 'enter', { transfer_code: 'ОП-000041' });
  await seedDocument(server, 'loss', { transfer_code: 'ОП-000042' });
});

type Role = 'moderator' | 'admin' | 'promoter';

async function ask(query: string, by: Role = 'moderator', on: TestServer = server) {
  const address = `${search.path}?${new URLSearchParams({ query })}`;
  return calls.get(on, address, await on.signIn(on.users[by]));
}

it('is for staff', async () => {
  expect((await calls.get(server, `${search.path}?query=анна`)).status).toBe(401);
  expect((await ask('анна', 'promoter')).status).toBe(403);
});

it('finds promoters by words of the name in any order, those first who begin so', async () => {
  const { promoter, colleague, blocked } = server.users;
  const idsOf = async (query: string) =>
    (await ask(query)).body.promoters.map(({ id }: { id: number }) => id);
  expect(await idsOf('АЛЁШ')).toEqual([colleague.id, promoter.id, blocked.id]);
  expect(await idsOf('алеш анн')).toEqual([promoter.id]);
  for (const query of ['fkti fyy', 'анна, алеш', '\u202aАлёшина\u200b анна'.normalize('NFD')])
    expect([query, await idsOf(query)]).toEqual([query, [promoter.id]]);
  expect(await idsOf('%')).toEqual([]);
});

it('finds a payment by number and sum, and of a kind that is named no other', async () => {
  const { promoter } = server.users;
  await seedDone(server, { promoterId: promoter.id, amounts: [29_414_00] });
  const body = { promoter_id: promoter.id, count: 2, share: 8824.5 };
  const { id } = (
    await calls.post(server, payPromoter.path, body, await server.signIn(server.users.moderator))
  ).body;
  const payments = [{ id, name: 'Анна Алёшина', share: 8824.5 }];
  for (const query of [
    `${id}`,
    `№${id}`,
    `Выплата №${id}`,
    `выплаты ${id}`,
    '8824,5',
    '8 824,50 руб.',
    '8824',
  ])
    expect([query, (await ask(query)).body.payments]).toEqual([query, payments]);
  for (const query of ['8824,00', '8823', '8825'])
    expect([query, (await ask(query)).body.payments]).toEqual([query, []]);
  const kindsOf = async (query: string) =>
    Object.entries((await ask(query)).body).flatMap(([kind, found]) =>
      (found as object[]).length > 0 ? [kind] : [],
    );
  expect(await kindsOf(`выплата ${id}`)).toEqual(['payments']);
  expect(await kindsOf(`отчёт № ${report}`)).toEqual(['reports']);
  expect(await kindsOf(`заявка №${request.code_number}`)).toEqual(['requests']);
  expect(await kindsOf(`Заявки ${request.fullcode}`)).toEqual(['requests']);
});

it('finds a request by its code, with and without the letter, and no other by half of it', async () => {
  const expected = [{ id: request.id, fullcode: request.fullcode, name: 'Анна Алёшина' }];
  for (const code of [request.fullcode, request.fullcode.toLowerCase(), String(request.code_number)]) {
    expect((await ask(code)).body.requests).toMatchObject(expected);
  }
  const other = request.fullcode.replace(/^./, letter => (letter === 'Л' ? 'М' : 'Л'));
  expect((await ask(other)).body.requests).toEqual([]);
});

it('finds a report by its number, and says whose it is', async () => {
  for (const number of [`${report}`, `№${report}`, ` № ${report} `, `\u200b№${report},`]) {
    expect((await ask(number)).body.reports).toEqual([{ id: report, name: 'Анна Алёшина' }]);
  }
});

it('finds documents by the beginning of their code: receipts and write-offs', async () => {
  const { body } = await ask('\u202aоп\u20110000');
  const found = body.documents.map((each: { kind: string; transfer_code: string }) => [
    each.kind,
    each.transfer_code,
  ]);
  expect(found).toEqual([
    ['loss', 'ОП-000042'],
    ['enter', 'ОП-000041'],
  ]);
  expect((await ask('_П-')).body.documents).toEqual([]);
});

it('finds users for whoever may see them alone, by name or the beginning of the e-mail, without blocked ones', async () => {
  const { email, id } = server.users.colleague;
  expect((await ask(email)).body.users).toEqual([]);
  expect((await ask(email.slice(0, -2).toUpperCase(), 'admin')).body.users).toMatchObject([{ id, email }]);
  const { body } = await ask('алешина', 'admin');
  expect(body.users.map((user: { id: number }) => user.id)).not.toContain(server.users.blocked.id);
});

it('finds at most five of a kind and one that says that there are more, of names nothing by one letter, and nothing that no text can hold', async () => {
  for (let more = 0; more < 7; more++) {
    const { id } = await createUserWithRole(server, 'promoter');
    await server.db
      .update(users)
      .set({ name: `Многих ${more}` })
      .where(eq(users.id, id));
  }
  expect((await ask('многих')).body.promoters).toHaveLength(FOUND_LIMIT);
  const nothing = { promoters: [], requests: [], reports: [], payments: [], users: [], documents: [] };
  for (const query of ['м', '', '\u0000', '\\', 'я'.repeat(100)]) {
    const { status, body } = await ask(query, 'admin');
    expect([status, body]).toEqual([200, nothing]);
  }
  expect((await ask('я'.repeat(101))).status).toBe(422);
});

it('finds nothing that the policies do not let the caller open', async () => {
  const guarded = await createTestServer({ config: { enforce: 'on' } });
  const promoterId = guarded.users.promoter.id;
  await guarded.db.update(users).set({ name: 'Анна' }).where(eq(users.id, promoterId));
  const [mine, other] = [await seedReport(guarded), await seedReport(guarded)];
  const isAction = (names: string[]) => claim('environment.action list in', names);
  await seedPolicies(
    guarded,
    policiesOf({
      rules: [allow(isAction(['search', 'getReport'])), deny(claim('report.id number equal', other))],
      ruleCombine: 'allowIfNotDenied',
      target: isAction(['search', 'getReport']),
    }),
  );
  const found = async (query: string) => (await ask(query, 'moderator', guarded)).body;
  expect((await found('анна')).promoters).toEqual([]);
  expect((await found(String(mine))).reports).toHaveLength(1);
  expect((await found(String(other))).reports).toEqual([]);
  const headers = await guarded.signIn(guarded.users.moderator);
  expect((await calls.get(guarded, getReport.path.replace(':id', String(other)), headers)).status).toBe(403);
  await guarded.close();
});
