/** Mass assignment: what nobody may set by sending it changes nothing, whatever it is sent with. */
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { type Endpoint, successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import * as schema from '#server/db/schema.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { annasContact, callRaw, type Firm, type Input, inputsOf, seedFirm } from './successes.ts';

type Side = { server: TestServer; firm: Firm; inputs: Record<string, Input> };

/** Two firms that are alike to the last id: one is sent what is asked for, the other one more than that. */
let honest: Side;
let hostile: Side;
beforeAll(async () => {
  [honest, hostile] = [await openSide(), await openSide()];
  hostile.inputs.addPromoter = honest.inputs.addPromoter ?? {};
});
afterAll(async () => {
  await honest.server.close();
  await hostile.server.close();
});

async function openSide(): Promise<Side> {
  const server = await createTestServer();
  const firm = await seedFirm(server);
  return { server, firm, inputs: await inputsOf(server, firm) };
}

const FORGED_ID = '00000000-0000-4000-8000-000000000000';

/** Fields of the answers and columns of the tables, with values that would do if they were let in. */
function forbidden(): Input {
  const colleague = honest.server.users.colleague.id;
  const { reportId, stock } = honest.firm;
  const at = '2020-01-01T00:00:00.000000Z';
  return {
    paid: 1,
    paid_at: at,
    paid_by: colleague,
    tofirm: 9000,
    tofirm_kop: 900_000,
    percent: 2700,
    percent_kop: 270_000,
    state: 'done',
    state_code: 'done',
    state_name: 'Выполнена',
    done_at: at,
    code_number: 7,
    fullcode: 'Л-000007',
    promoter_id: colleague,
    report_id: reportId,
    number: 7,
    promo_report_id: reportId,
    client_fio: 'Чужая',
    phones: ['70009999999'],
    client_key: FORGED_ID,
    user_id: colleague,
    user: { id: colleague },
    role: 'admin',
    roles: ['admin'],
    role_id: 3,
    created_at: at,
    updated_at: at,
    deleted_at: at,
    closed_at: at,
    closed_by: colleague,
    version: 99,
    can: ['edit_users'],
    status: 'blocked',
    password_hash: 'x',
    contact_id: 1,
    pos: 9,
    revoked: true,
    revoked_at: at,
    personal_access_client: true,
    password_client: true,
    provider: 'x',
    grants: ['password'],
    grant_types: ['password'],
    secret: 'mine',
    plainSecret: 'mine',
    secret_hash: 'x',
    redirects: ['http://evil.example/'],
    redirect_uris: ['http://evil.example/'],
    client_id: 2,
    bearer: 'page',
    expires_at: '2099-01-01T00:00:00.000000Z',
    family: FORGED_ID,
    token_hash: 'x',
    generation: 9,
    impersonator_id: colleague,
    origin_family: FORGED_ID,
    kind: 'loss',
    updated_by: colleague,
    contract_user_id: colleague,
    warehouse_to_id: 999,
    warehouse_from_id: stock.warehouseId,
    vat: 50,
    vat_included: true,
    loss_from: stock.warehouse,
    ...JSON.parse('{"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}}'),
    doc_id: stock.writeOff.id,
    price_kop: 1,
    line_id: 1,
    changed: false,
    unit: 'кг',
    title: 'Золото',
  };
}

/** The forbidden fields in every object of an input, however deep. */
function salted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(salted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, salted(inner)]);
  return { ...forbidden(), ...Object.fromEntries(fields) };
}

/** What each firm draws for itself: hashes, secrets, tokens and their ids, and the numbers of seeded requests. */
const DRAWN = new RegExp(
  [
    ...[/[\da-f]{64}/, /(?!00000000-)[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, /(?<=")[\w-]{43}(?=")/],
    ...[/(?<=\$argon2id\$)[^"]+/, /(?<=code_number":|[ЛМ]-)9\d{5}/],
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const received = (value: unknown) => JSON.stringify(value).replace(DRAWN, '*');

async function everything({ server: { db } }: Side): Promise<Record<string, string[]>> {
  const tables = Object.values(schema).filter(table => is(table, PgTable));
  const read = async (table: PgTable) => [
    getTableName(table),
    (await db.select().from(table)).map(received).sort(),
  ];
  return Object.fromEntries(await Promise.all(tables.map(read)));
}

async function send({ server, firm }: Side, endpoint: Endpoint, input: Input): Promise<string> {
  server.clock.advance(1000);
  const { status, raw } = await callRaw(server, { endpoint, input, headers: firm.headersFor(endpoint) });
  expect([status, status === successStatus(endpoint) ? '' : raw]).toEqual([successStatus(endpoint), '']);
  return received(raw);
}

async function expectAlike(endpoint: Endpoint, inputs: [Input, Input]): Promise<void> {
  const right = await send(honest, endpoint, inputs[0]);
  // The schema was seen to hold objects here.
  expect(await send(hostile, endpoint, salted(inputs[1]) as Input)).toBe(right);
  expect(await everything(hostile)).toEqual(await everything(honest));
}

const all = Object.entries(endpoints);

it.each(all)('%s drops what is not in its input', (name, endpoint) => {
  const input = honest.inputs[name] ?? {};
  expect(v.parse(endpoint.input, { ...forbidden(), ...input })).toEqual(v.parse(endpoint.input, input));
});

it.each(all.filter(([, { method }]) => method !== 'GET'))(
  '%s says and does with what is forbidden what it says and does without',
  (name, endpoint) => expectAlike(endpoint, [honest.inputs[name] ?? {}, hostile.inputs[name] ?? {}]),
);

it('a new contact says and does so too', () => expectAlike(saveContact, [annasContact, annasContact]));

it('notices what is not alike, and passwords are hashed with argon2id', async () => {
  const { users = [] } = await everything(hostile);
  expect(users.filter(row => !row.includes('"password_hash":"$argon2id$'))).toEqual([]);
  await send(honest, saveContact, annasContact);
  expect(await everything(hostile)).not.toEqual(await everything(honest));
});
