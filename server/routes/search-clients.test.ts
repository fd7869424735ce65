import { eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, it, test } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { getModerationRequest } from '#contract/moderation.ts';
import { sendOrder } from '#contract/orders.ts';
import { search } from '#contract/search.ts';
import * as calls from '#tests/support/calls.ts';
import { allow, claim, deny, policiesOf, seedPolicies } from '#tests/support/policy-book.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { createTestServer, serverForAll, type TestServer } from '#tests/support/server.ts';
import { requests } from '../db/schema.ts';

const server = serverForAll();

/** Client → their request. */
const ids = new Map<string, number>();

const CLIENTS: [name: string, ...phones: string[]][] = [
  ['Алёшина Яна', '79161234567', '79261239988', '79031112299'],
  ['Яна', '79165554567'],
  ['Петрова Мария Ивановна', '79035550102'],
  ['Мария Петровна', '79035550103'],
  ['Салтыков-Щедрин, Михаил «сосед»', '79035550104'],
  ['ПЕТРОВ Иван', '79035550105'],
];

beforeAll(async () => {
  for (const [name, ...phones] of CLIENTS) ids.set(name, await plant(name, phones));
});

async function plant(client_fio: string, phones: string[], on: TestServer = server): Promise<number> {
  const [id = 0] = await seedDone(on, { promoterId: on.users.promoter.id, amounts: [100] });
  await on.db.update(requests).set({ client_fio, phones }).where(eq(requests.id, id));
  return id;
}

async function find(query: string, on: TestServer = server) {
  const headers = await on.signIn(on.users.moderator);
  const { body } = await calls.get(on, `${search.path}?${new URLSearchParams({ query })}`, headers);
  return body;
}

const clientsOf = async (query: string) =>
  (await find(query)).requests.map(({ client }: { client: string }) => client);

test.each([
  ['яна', ['Яна', 'Алёшина Яна']],
  ['АЛЕШИНА', ['Алёшина Яна']],
  ['яна алешина', ['Алёшина Яна']],
  ['алешина, ян', ['Алёшина Яна']],
  ['zyf fktibyf', ['Алёшина Яна']],
  ['мария петрова', ['Петрова Мария Ивановна']],
  ['петрова ивановна', ['Петрова Мария Ивановна']],
  ['ивановна', ['Петрова Мария Ивановна']],
  ['мария ивановна петр', ['Петрова Мария Ивановна']],
  ['мария', ['Петрова Мария Ивановна', 'Мария Петровна']],
  ['петров', ['ПЕТРОВ Иван', 'Петрова Мария Ивановна', 'Мария Петровна']],
  ['щедрин михаил', ['Салтыков-Щедрин, Михаил «сосед»']],
  ['Салтыков-Щедрин', ['Салтыков-Щедрин, Михаил «сосед»']],
  ['етров', []],
  ['иванова мария', []],
  ['мар иван', []],
  ['я', []],
  ['%', []],
])('the words «%s» find the requests of %j', async (query, expected) => {
  expect(await clientsOf(query)).toEqual(expected);
});

test.each([
  ['4567', ['Яна', 'Алёшина Яна']],
  ['34567', ['Алёшина Яна']],
  ['123-45-67', ['Алёшина Яна']],
  ['123 45 67', ['Алёшина Яна']],
  ['8 (916) 123-45-67', ['Алёшина Яна']],
  ['+79161234567', ['Алёшина Яна']],
  ['Яна 8\u2011916\u2011123\u201145\u201167', ['Алёшина Яна']],
  ['1239988', ['Алёшина Яна']],
  ['2299', ['Алёшина Яна']],
  ['алешина 4567', ['Алёшина Яна']],
  ['4567, яна алешина', ['Алёшина Яна']],
  ['алеш 123-45-67', ['Алёшина Яна']],
  ['Яна 9988', ['Алёшина Яна']],
  ['мария 4567', []],
  ['567', []],
  ['1234', []],
  ['0000', []],
])('the digits «%s» find the requests of %j', async (query, expected) => {
  expect(await clientsOf(query)).toEqual(expected);
});

it('tells the client, the phone that was looked for, the code, the state and whose it is', async () => {
  const [found] = (await find('9988')).requests;
  const { fullcode, name, state } = (await find('яна алешина')).requests[0];
  expect(found).toEqual({
    id: ids.get('Алёшина Яна'),
    client: 'Алёшина Яна',
    phone: '79261239988',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    address: expect.any(String),
    fullcode,
    name,
    state,
  });
  expect(state).toBe('Выполнена');
});

it('takes digits for a code, for a report and for the end of a phone at once', async () => {
  const [code, phone] = [await plant('Код', ['79000000001']), await plant('Телефон', ['79000004321'])];
  await server.db.update(requests).set({ code_number: 4321 }).where(eq(requests.id, code));
  const report = await seedReport(server, { id: 4321 });
  const { requests: found, reports } = await find('4321');
  expect(found.map(({ id }: { id: number }) => id)).toEqual([code, phone]);
  expect(reports).toMatchObject([{ id: report }]);
});

it('finds a request as it shows its client, whatever has become of the contact', async () => {
  const mine = await server.signIn(server.users.promoter);
  const post = async (path: string, body: object) => (await calls.post(server, path, body, mine)).body;
  const phoned = (full_phone: string) => ({ contact_phones: [{ full_phone }] });
  const contact = { last_name: 'Прежняя', first_name: 'Зоя' };
  const { id: contact_id } = await post(saveContact.path, { ...contact, ...phoned('9990007701') });
  const { pointDistrict: district_id, pointWork: work_id } = server.references;
  const where = { broken: 'Не включается', street: 'Садовая', house: '7' };
  const order = await post(sendOrder.path, { type: 'point', contact_id, district_id, work_id, ...where });
  const renamed = { id: contact_id, last_name: 'Новая', first_name: 'Зоя', ...phoned('9990007702') };
  await post(saveContact.path, renamed);
  for (const query of ['зоя прежняя', '7701']) {
    expect([query, (await find(query)).requests]).toMatchObject([
      query,
      [{ id: order.id, client: 'Прежняя Зоя' }],
    ]);
  }
  expect(await clientsOf('7702')).toEqual([]);
});

it('finds those that the caller may open, however many are hidden before them, and of these none that says that there are more', async () => {
  const guarded = await createTestServer({ config: { enforce: 'on' } });
  const made: number[] = [];
  for (let at = 0; at < 11; at += 1) made.push(await plant('Тайная Анна', ['79000001111'], guarded));
  const isAction = claim('environment.action list in', ['search', 'getModerationRequest']);
  const hidden = made.slice(-6);
  const rows = await guarded.db.select().from(requests).where(inArray(requests.id, hidden));
  const codes = rows.map(({ code_number }) => code_number);
  await seedPolicies(
    guarded,
    policiesOf({
      rules: [allow(isAction), ...codes.map(code => deny(claim('request.code_number number equal', code)))],
      ruleCombine: 'allowIfNotDenied',
      target: isAction,
    }),
  );
  for (const query of ['анна тайная', '1111']) {
    const { requests: found } = await find(query, guarded);
    expect(found.map(({ id }: { id: number }) => id)).toEqual(made.slice(0, 5).reverse());
  }
  const headers = await guarded.signIn(guarded.users.moderator);
  const address = getModerationRequest.path.replace(':id', String(hidden[0]));
  expect((await calls.get(guarded, address, headers)).status).toBe(403);
  await guarded.close();
});
