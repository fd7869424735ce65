/** One successful call of every endpoint, against a small firm with something to show. */
import { eq } from 'drizzle-orm';
import { saveContact } from '#contract/contacts.ts';
import { type Endpoint, type InputOf, requestParts } from '#contract/endpoint.ts';
import { type Guard, WAREHOUSE_STAFF } from '#contract/guard.ts';
import { sendOrder } from '#contract/orders.ts';
import { payPromoter } from '#contract/payments.ts';
import { updatePolicy } from '#contract/policies.ts';
import type { saveReceipt } from '#contract/warehouse.ts';
import { emptyNode } from '#domain/policy/policy.ts';
import { requests } from '#server/db/schema.ts';
import { blockUser, createUserWithRole } from '#tests/support/people.ts';
import { seedDone, seedReport } from '#tests/support/reports.ts';
import { revive, seedCredentials, seedToken } from '#tests/support/seeded-credentials.ts';
import { CLIENT, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { seedStock } from '#tests/support/stock.ts';

export type Input = Record<string, unknown>;

type Asked = { endpoint: Endpoint; input: Input; headers: Record<string, string> };

/** Sends an input as the client would, and gives the answer's JSON as it stands on the wire; {} where there is none. */
export async function callRaw(server: TestServer, asked: Asked): Promise<{ status: number; raw: unknown }> {
  const { status, raw } = await callWhole(server, asked);
  return { status, raw };
}

/** The same with the head of the answer, but for what is another one in each. */
export async function callWhole(server: TestServer, { endpoint, input, headers }: Asked) {
  const { path, query, body } = requestParts(endpoint, input);
  const address = `${path}?${new URLSearchParams(query)}`;
  const response = await server.fetch(address, { method: endpoint.method, ...sent(endpoint, body, headers) });
  const { status } = response;
  const { 'x-request-id': _, ...head } = Object.fromEntries(response.headers);
  const raw: unknown = status === 204 ? {} : await response.json();
  return { status, raw, head };
}

function sent({ method, encoding }: Endpoint, body: Input, headers: Record<string, string>): RequestInit {
  if (method === 'GET') return { headers };
  if (encoding === 'form') {
    const fields = Object.entries(body).map(([name, value]) => [name, String(value)]);
    return { headers, body: new URLSearchParams(fields) };
  }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export const annasContact = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  contact_phones: [{ full_phone: '+7 (000) 123-45-67' }, { full_phone: '0007654321' }],
} satisfies InputOf<typeof saveContact>;

const ofPromoter = {
  type: 'user',
  attribute: 'role',
  comparisonType: 'list',
  comparisonMethod: 'in',
  compareValue: ['promoter'],
  relatedModel: [],
  children: [],
};

/** Promoters, and nobody else, read what the policy is about; one more rule is a draft. */
export const ownRequests = {
  id: 1,
  name: 'Промоутеры',
  ruleCombine: 'allowIfOneAllowed',
  target: emptyNode('allOf'),
  rules: [
    { id: 1, name: 'Свои', effect: 'allow', condition: { ...emptyNode('allOf'), children: [ofPromoter] } },
    { id: 2, name: 'Черновик', effect: 'deny', condition: emptyNode(null) },
  ],
} satisfies InputOf<typeof updatePolicy>['policyData'];

export type Firm = Awaited<ReturnType<typeof seedFirm>>;

/** What the calls need of the answer to a save that succeeds. */
async function save(
  server: TestServer,
  asked: Asked,
): Promise<{ id: number; code_number: number; fullcode: string }> {
  const { status, raw } = await callRaw(server, asked);
  if (status !== 200) throw new Error(`${asked.endpoint.path} answered ${status}: ${JSON.stringify(raw)}`);
  return raw as Awaited<ReturnType<typeof save>>; // Our own server's 200, just seen.
}

/** The promoter has sixteen contacts, and of the first a paid order within a report and a new one. */
export async function seedFirm(server: TestServer) {
  const { promoter } = server.users;
  const headers = await server.signIn(promoter);
  const next = (endpoint: Endpoint, input: Input) => {
    server.clock.advance(1000);
    return save(server, { endpoint, input, headers });
  };
  const { id: contactId } = await next(saveContact, annasContact);
  for (let more = 0; more < 15; more++) await next(saveContact, annasContact);
  const order = orderFor(server, contactId);
  const paid = await next(sendOrder, order);
  await next(sendOrder, order);
  const reportId = await payFor(server, paid.id);
  const headersFor = await headersByGuard(server, headers);
  const credentials = await seedCredentials(server, promoter);
  await callRaw(server, {
    endpoint: updatePolicy,
    input: { policyData: ownRequests },
    headers: headersFor(updatePolicy),
  });
  const stock = await seedStock(server);
  const { id: paidId, code_number: codeNumber } = paid;
  return { headers, headersFor, contactId, codeNumber, order, reportId, paidId, credentials, stock };
}

/** A contact of whoever that is, and an order of it. */
export async function seedTheirs(server: TestServer, { order }: Firm, headers: Record<string, string>) {
  const { id: contact } = await save(server, { endpoint: saveContact, input: annasContact, headers });
  const input = { ...order, contact_id: contact };
  const { code_number: code } = await save(server, { endpoint: sendOrder, input, headers });
  return { contact, code };
}

/** Whom an endpoint is asked by: the promoter wherever that is enough. */
async function headersByGuard(server: TestServer, promoter: Record<string, string>) {
  const { signIn, users } = server;
  const [moderator, admin] = [await signIn(users.moderator), await signIn(users.admin)];
  const program = await seedToken(server, {
    user: users.admin,
    bearer: 'personal',
    scopes: ['integration'],
  });
  const others = new Map<Guard, Record<string, string>>([
    ['edit_promoters', moderator],
    [WAREHOUSE_STAFF, moderator],
    ['edit_users', admin],
  ]);
  return ({ guard, bearers = ['page'] }: Endpoint) =>
    bearers.includes('page') ? (others.get(guard) ?? promoter) : program.headers;
}

function orderFor({ references }: TestServer, contact_id: number) {
  return {
    type: 'point',
    contact_id,
    district_id: references.pointDistrict,
    work_id: references.pointWork,
    broken: 'Не включается',
    street: 'Садовая',
    house: '5',
    korp: '',
    flat: '12',
  } satisfies InputOf<typeof sendOrder>;
}

/** Amounts with kopecks, a report and a payment: every field of a request is filled. Returns the report's id. */
async function payFor(server: TestServer, id: number): Promise<number> {
  const { db, clock, users } = server;
  const at = new Date(clock());
  const report_id = await seedReport(server);
  const amounts = { tofirm_kop: 150_050, percent_kop: 45_015 };
  await db
    .update(requests)
    .set({ ...amounts, state_code: 'done', done_at: at, paid_at: at, paid_by: users.moderator.id, report_id })
    .where(eq(requests.id, id));
  return report_id;
}

/** Each change finds a report, a request or an address of its own that it can still be made of. */
async function inputsOfModeration(server: TestServer, firm: Firm) {
  const { reportId, paidId } = firm;
  const promoterId = server.users.promoter.id;
  const paidBy = server.users.moderator.id;
  const doomed = await seedReport(server);
  // The one above is closed by then.
  const open = { promoterId, amounts: [100], reportId: await seedReport(server) };
  const [unpaidId] = await seedDone(server, open);
  const [wronglyPaidId] = await seedDone(server, { ...open, paidBy });
  await seedDone(server, { promoterId, amounts: [200] });
  const word = crypto.randomUUID();
  return {
    addPromoter: {
      name: 'Новая',
      email: `${word}@test.example`,
      password: word,
      password_confirmation: word,
    },
    findTakenEmails: { emails: [server.users.promoter.email] },
    getModerationRequest: { id: paidId },
    listPayouts: { page: 1 },
    search: { query: 'анна' },
    getPayout: { promoterId },
    ...(await inputsOfPayments(server, firm)),
    readStats: { promoterId: -1, dateFrom: '2026-11-20', dateTo: '2026-11-20' },
    readStatsDays: { promoterId: -1, dateFrom: '2026-11-20', dateTo: '2026-11-20' },
    createReport: { promoter_id: promoterId },
    listReports: { promoterId },
    findReports: { page: 1 },
    getReport: { id: reportId },
    deleteReport: { report_id: doomed },
    openReport: { report_id: reportId },
    closeReport: { report_id: reportId },
    payRequest: { request_id: unpaidId },
    unpayRequest: { request_id: wronglyPaidId },
  };
}

/** Somebody who is owed something, and a payment to somebody else. */
async function inputsOfPayments(server: TestServer, { headersFor }: Firm) {
  const owed = async () => {
    const { id } = await createUserWithRole(server, 'promoter');
    const done = await seedDone(server, { promoterId: id, amounts: [100, 250] });
    const listed = done.map((request, at) => ({ request, share: [0.3, 0.75][at] }));
    return { promoter_id: id, count: 2, share: 1.05, listed };
  };
  const [input, payee] = [await owed(), await owed()];
  const headers = headersFor(payPromoter);
  const { id } = await save(server, { endpoint: payPromoter, input: payee, headers });
  return {
    listOwedRequests: { promoterId: input.promoter_id },
    payPromoter: input,
    takeBackPayment: { payment_id: id },
    getPayment: { id },
    findPayments: { page: 1 },
  };
}

/** Each change finds somebody of its own, to whom nothing else happens. */
async function inputsOfUsers(server: TestServer) {
  const [active, blocked, promoter] = [
    await createUserWithRole(server),
    await createUserWithRole(server),
    await createUserWithRole(server, 'promoter'),
  ];
  await blockUser(server, blocked);
  return {
    searchUsers: { page: 1, role: 'promoter', state: 'all' },
    getAccount: { id: server.users.promoter.id },
    blockUser: { id: active.id, reason: 'Уволен' },
    unblockUser: { id: blocked.id },
    saveUserRoles: { id: promoter.id, roles: ['promoter', 'moderator'] },
  };
}

/** What ends something ends what may end: it lives again at each asking. */
async function inputsOfCredentials(server: TestServer, { credentials }: Firm) {
  await revive(server, credentials);
  const client = { name: 'Учет «Мастер»', redirect: 'https://partner.example/back,http://127.0.0.1:8999/' };
  return {
    createClient: client,
    changeClient: { client: credentials.clientId, ...client },
    replaceClientSecret: { client: credentials.clientId },
    deleteClient: { client: credentials.doomedClientId },
    revokeAuthorizedToken: { token: credentials.authorization },
    createPersonalToken: { name: 'Выгрузка', scopes: ['profile', 'promo'] },
    revokePersonalToken: { token: credentials.personal },
  };
}

/** The seeded receipt with another head, a line changed, one gone and one new. */
export function changedReceipt({ stock: { receipt, warehouse, pumpId, beltId } }: Firm) {
  const [kept] = receipt.lineIds;
  return {
    id: receipt.id,
    warehouse_to: warehouse,
    transfer_code: 'ОП-000001/2',
    transfer_date: '2026-11-21',
    contract_id: null,
    carried: 0,
    description: '',
    income_code: null,
    income_date: null,
    VAT: '12,5',
    VAT_included: 0,
    nomenclature: [
      { id: kept, nomenclature_id: pumpId, count: '3,5', price: 1000.5, tax: 10, discount: 0, reason: 'Бой' },
      { nomenclature_id: beltId, count: 0.001, price: 0 },
    ],
  } satisfies InputOf<typeof saveReceipt>;
}

function inputsOfWarehouse(firm: Firm) {
  const { receipt, writeOff } = firm.stock;
  return {
    listReceipts: { page: 1 },
    getReceipt: { id: receipt.id },
    saveReceipt: changedReceipt(firm),
    listWriteOffs: { page: 1 },
    getWriteOff: { id: writeOff.id },
    findNomenclature: { title: 'ремень' },
  };
}

/** What each endpoint is asked with, by its name in the contract; those that are asked with nothing left out. */
export async function inputsOf(server: TestServer, firm: Firm): Promise<Record<string, Input>> {
  const { promoter } = server.users;
  const password = { grant_type: 'password', ...CLIENT, username: promoter.email, password: TEST_PASSWORD };
  const { headers } = firm;
  // A contact that is made to be deleted, and a request that is made to be moved on.
  const { id } = await save(server, { endpoint: saveContact, input: annasContact, headers });
  const { fullcode } = await save(server, { endpoint: sendOrder, input: firm.order, headers });
  return {
    obtainToken: { ...password, scope: '' },
    revokeToken: { ...CLIENT, token: 'unknown' },
    loginAs: { user_id: promoter.id },
    saveContact: { ...annasContact, id: firm.contactId },
    getContact: { id: firm.contactId },
    listContacts: { page: 2 },
    deleteContact: { id },
    sendOrder: firm.order,
    listRequests: { page: 1, status: 'all' },
    getRequest: { codeNumber: firm.codeNumber },
    ...(await inputsOfModeration(server, firm)),
    updatePolicy: { policyData: ownRequests },
    ...(await inputsOfCredentials(server, firm)),
    ...(await inputsOfUsers(server)),
    ...inputsOfWarehouse(firm),
    tellRequest: { code: fullcode, state: 'in_work', tofirm: '1500.50' },
  };
}
