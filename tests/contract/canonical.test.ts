/** Our own server speaks the canonical form: its answers need no tolerance. */
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTransport } from '#api/transport.ts';
import { type Endpoint, successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { getRequest } from '#contract/requests.ts';
import { ORIGIN, serverForAll } from '#tests/support/server.ts';
import { callRaw, type Firm, type Input, inputsOf, seedFirm } from './successes.ts';

const all = Object.entries(endpoints);
const wrappedAs = (wire: string) => all.filter(([, { reply }]) => Object(v.getMetadata(reply)).wire === wire);
const hasRowsIn = (field: string) => (entry: [string, Endpoint]) => field in Object(entry[1].reply).entries;
const paged = wrappedAs('page').filter(hasRowsIn('list'));
const bare = wrappedAs('page').filter(hasRowsIn('data'));
const unpaged = wrappedAs('list');

const server = serverForAll();
let firm: Firm;
let inputs: Record<string, Input>;
beforeAll(async () => {
  firm = await seedFirm(server);
});
beforeEach(async () => {
  inputs = await inputsOf(server, firm);
});

/** The leaves of a JSON value with their paths: `list[].contact_phones[].full_phone`. */
function leaves(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [[path, value]];
  if (Array.isArray(value)) return value.flatMap(item => leaves(item, `${path}[]`));
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name));
}

const pathsOf = (value: unknown) => new Set(leaves(value).map(([path]) => path));
/** Null is no value: an open report was closed at no time. */
const valuesOf = (value: unknown, name: RegExp) =>
  leaves(value).flatMap(([path, leaf]) => (name.test(path) && leaf !== null ? [leaf] : []));

const PHONES = /full_phone$/;
const DATES = /(created_at|updated_at|closed_at|date_add|last_(paid|used)_at|blocked_at|^at|\.at)$/;
const WITH_PHONES = [
  ...['saveContact', 'getContact', 'listContacts', 'listAllContacts', 'listRequests', 'getRequest'],
  ...['getModerationRequest', 'getReport'],
];
const WITH_DATES = [
  ...[...WITH_PHONES, 'sendOrder', 'listReports', 'findReports', 'closeReport', 'payRequest'],
  ...['listPayouts', 'getPayout', 'payPromoter', 'takeBackPayment', 'getPayment', 'findPayments'],
  ...[
    'listClients',
    'createClient',
    'changeClient',
    'replaceClientSecret',
    'listAuthorizedTokens',
    'listPersonalTokens',
  ],
  ...['createPersonalToken', 'tellRequest'],
  ...['searchUsers', 'getAccount', 'blockUser', 'unblockUser', 'saveUserRoles'],
  ...['listReceipts', 'getReceipt', 'listWriteOffs', 'getWriteOff', 'saveReceipt'],
];

/** What Passport tells of a client and of a token, and nobody reads. */
const OF_CLIENT = ['password_client', 'personal_access_client', 'revoked', 'updated_at', 'user_id'];
const OF_TOKEN = ['client_id', 'revoked', 'updated_at', 'user_id'];
const within = (path: string, names: string[]) => names.map(name => path + name);

/** What CONTRACT.md has our server send beyond what the client reads. Anything else would be a leak. */
const BEYOND: Record<string, string[]> = {
  obtainToken: ['token_type'],
  loginAs: ['token_type'],
  getUser: ['role.id', 'roles[].display_name', 'roles[].id', 'roles[].name'],
  saveContact: ['contact_phones[].id', 'updated_at'],
  getContact: ['contact_phones[].id', 'updated_at'],
  listContacts: ['list[].contact_phones[].id', 'list[].updated_at'],
  listAllContacts: ['list[].contact_phones[].id', 'list[].name', 'list[].updated_at'],
  deleteContact: ['id'],
  payRequest: ['id'],
  unpayRequest: ['id'],
  listClients: within('[].', OF_CLIENT),
  createClient: [...OF_CLIENT.slice(0, 2), 'plainSecret', ...OF_CLIENT.slice(2)],
  changeClient: OF_CLIENT,
  replaceClientSecret: [...OF_CLIENT.slice(0, 2), 'plainSecret', ...OF_CLIENT.slice(2)],
  listAuthorizedTokens: within('[].', ['client.id', ...OF_TOKEN]),
  listPersonalTokens: within('[].', ['client.id', ...OF_TOKEN]),
  createPersonalToken: within('token.', OF_TOKEN),
};

const ask = (name: string, endpoint: Endpoint) =>
  callRaw(server, { endpoint, input: inputs[name] ?? {}, headers: firm.headersFor(endpoint) });

const receive = async <E extends Endpoint>(name: string, endpoint: E) => {
  const config = { origin: ORIGIN, zone: 'Europe/Moscow', sendsKeys: true, fetch: server.fetch };
  const token = (firm.headersFor(endpoint).authorization ?? '').replace('Bearer ', '');
  const answer = await createTransport(config)(endpoint, inputs[name] ?? {}, { token });
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.problem)}`);
  return answer.value.value;
};

describe.each(all)('%s', (name, endpoint) => {
  it('answers in the canonical form, and sends nothing that is not in the contract', async () => {
    const { status, raw } = await ask(name, endpoint);
    expect(status).toBe(successStatus(endpoint));
    // As it came, without the tolerant reading; nor may a fallback of the schema have had to step in.
    const parsed = v.parse(endpoint.reply, raw);
    expect(raw).toMatchObject(Object(parsed));
    const known = pathsOf(parsed);
    expect([...pathsOf(raw)].filter(path => !known.has(path)).sort()).toEqual(BEYOND[name] ?? []);
    const [phones, dates] = [valuesOf(raw, PHONES), valuesOf(raw, DATES)];
    for (const phone of phones) expect(phone).toMatch(/^7\d{10}$/);
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/);
    const shown = [phones.length > 0, dates.length > 0];
    expect(shown).toEqual([WITH_PHONES.includes(name), WITH_DATES.includes(name)]);
  });

  it('is read by the client as ten digits and the wall clock of the firm', async () => {
    const value = await receive(name, endpoint);
    expect(v.is(endpoint.reply, value)).toBe(true);
    const [phones, dates] = [valuesOf(value, PHONES), valuesOf(value, DATES)];
    for (const phone of phones) expect(phone).toMatch(/^000\d{7}$/);
    // The clock stands at 12:12 UTC, which is 15:12 in the firm.
    for (const date of dates) expect(date).toMatch(/^2026-11-20 15:1\d:\d\d$/);
    const shown = [phones.length > 0, dates.length > 0];
    expect(shown).toEqual([WITH_PHONES.includes(name), WITH_DATES.includes(name)]);
  });
});

it.each(paged)('%s has the paging fields in the documented order', async (name, endpoint) => {
  const { raw } = await ask(name, endpoint);
  expect(Object.keys(Object(raw))).toEqual([
    ...['list', 'current_page', 'last_page', 'per_page', 'from', 'to', 'total'],
    ...['prev_page_url', 'next_page_url'],
    ...(name === 'listRequests' ? ['status', 'counts', 'percentSum'] : []),
    ...(['listPayouts', 'findReports'].includes(name) ? ['totals'] : []),
    ...(name === 'searchUsers' ? ['roles'] : []),
  ]);
});

it.each(bare)('%s is a bare paginator of Laravel, its fields in their order', async (name, endpoint) => {
  const { raw } = await ask(name, endpoint);
  expect(Object.keys(Object(raw))).toEqual([
    ...['current_page', 'data', 'first_page_url', 'from', 'last_page', 'last_page_url', 'links'],
    ...['next_page_url', 'path', 'per_page', 'prev_page_url', 'to', 'total'],
  ]);
  expect(valuesOf(raw, /^data\[\]\.id$/)).not.toEqual([]);
});

it.each(unpaged)('%s is wrapped in `list` alone', async (name, endpoint) => {
  const { raw } = await ask(name, endpoint);
  expect(Object.keys(Object(raw))).toEqual(['list']);
  // What the points of a line are of is said by their days, and whose an address is by itself.
  expect(valuesOf(raw, /^list\[\]\.(id|dateFrom|email)$/)).not.toEqual([]);
});

it('keeps amounts, flags and codes of a request the same on the wire and in the client', async () => {
  const same = {
    code_number: firm.codeNumber,
    type: 'point',
    tofirm: 1500.5,
    percent: 450.15,
    paid: 1,
    client_fio: 'Ёлкина Анна',
    promo_report_id: expect.any(Number),
    state: 'done',
  };
  const phones = ['0001234567', '0007654321'];
  const { raw } = await ask('getRequest', getRequest);
  expect(raw).toMatchObject({ ...same, phones: phones.map(ten => ({ full_phone: `7${ten}` })) });
  const value = await receive('getRequest', getRequest);
  expect(value).toMatchObject({ ...same, phones: phones.map(full_phone => ({ full_phone })) });
});
