/** Mass assignment: what a client may not set changes nothing, however it is sent. */
import type { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { type Endpoint, successOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { addPromoter } from '#contract/moderation.ts';
import { sendOrder } from '#contract/orders.ts';
import { closeReport, createReport, payRequest } from '#contract/reports.ts';
import { listRequests } from '#contract/requests.ts';
import { contactPhones, contacts, reports, requests, userRole, users } from '#server/db/schema.ts';
import { plantDone } from '#tests/support/done-requests.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { addedRows, forbiddenFields, type Row, rowsById, without } from './forbidden.ts';
import { annasContact, callRaw, type Firm, type Input, inputsOf, plantFirm } from './successes.ts';

let server: TestServer;
let firm: Firm;
let forbidden: Input;
beforeAll(async () => {
  server = await createTestServer();
  firm = await plantFirm(server);
  const [report] = await server.db.select().from(reports);
  forbidden = forbiddenFields(server.users.colleague.id, report?.id ?? expect.fail('no report'));
});
afterAll(() => server.close());

const send = async (endpoint: Endpoint, input: Input) => {
  const { status, raw } = await callRaw(server, { endpoint, input, headers: firm.headersFor(endpoint) });
  expect(status).toBe(successOf(endpoint));
  return raw;
};

const rowsOf = (table: PgTable) => rowsById(server, table);
const addedBy = (table: PgTable, save: () => Promise<unknown>) => addedRows(server, table, save);

it.each(Object.entries(endpoints))('%s drops what is not in its input', async (name, endpoint) => {
  const input = (await inputsOf(server, firm))[name] ?? {};
  const listed = v.parse(endpoint.input, input);
  expect(v.parse(endpoint.input, { ...forbidden, ...input })).toEqual(listed);
});

describe('an order', () => {
  it('sent with amounts, states and owners is the order sent without them', async () => {
    const [honest] = await addedBy(requests, () => send(sendOrder, firm.order));
    const added = await addedBy(requests, () => send(sendOrder, { ...forbidden, id: 1, ...firm.order }));
    const own = ['id', 'code_number', 'fullcode'];
    expect(added.map(row => without(row, ...own))).toEqual([without(honest, ...own)]);
    expect(added[0]).toMatchObject({
      ...{ promoter_id: server.users.promoter.id, state_code: 'new', tofirm_kop: null, paid_at: null },
      ...{ report_id: null, done_at: null, code_number: Number(honest?.code_number) + 1 },
    });
  });

  it('touches neither people nor reports', async () => {
    for (const table of [users, userRole, reports, contacts, contactPhones]) {
      expect(await addedBy(table, () => send(sendOrder, { ...forbidden, ...firm.order }))).toEqual([]);
    }
  });
});

describe('a contact', () => {
  const hostile = () => ({
    ...{ ...forbidden, ...annasContact },
    contact_phones: annasContact.contact_phones.map(phone => ({
      ...forbidden,
      id: 1,
      contact_id: 1,
      pos: 9,
      ...phone,
    })),
  });

  it('made with owners, keys and dates is the contact made without them', async () => {
    const [honest] = await addedBy(contacts, () => send(saveContact, annasContact));
    const added = await addedBy(contacts, () => send(saveContact, hostile()));
    expect(added.map(row => without(row, 'id'))).toEqual([without(honest, 'id')]);
    expect(added[0]).toMatchObject({
      promoter_id: server.users.promoter.id,
      deleted_at: null,
      client_key: null,
    });
  });

  it('takes of its phones the numbers alone', async () => {
    const honest = await addedBy(contactPhones, () => send(saveContact, annasContact));
    const added = await addedBy(contactPhones, () => send(saveContact, hostile()));
    const plain = (rows: Row[]) => rows.map(row => without(row, 'id', 'contact_id'));
    expect(plain(added)).toEqual(plain(honest));
    expect(new Set(added.map(row => row.contact_id))).not.toContain(1);
  });

  it('stays whose it is when it is changed', async () => {
    const before = (await rowsOf(contacts)).get(firm.contactId);
    server.clock.advance(1000);
    await send(saveContact, { ...hostile(), id: firm.contactId, comment: 'Другой подъезд' });
    const after = (await rowsOf(contacts)).get(firm.contactId);
    const updated_at = new Date(server.clock());
    expect(after).toEqual({ ...before, comment: 'Другой подъезд', updated_at });
  });

  it('touches neither people nor orders', async () => {
    for (const table of [users, userRole, reports, requests]) {
      expect(await addedBy(table, () => send(saveContact, hostile()))).toEqual([]);
    }
  });
});

describe('a promoter', () => {
  const account = (email: string) => ({
    ...{ name: 'Новая', email, password: 'пароль', password_confirmation: 'пароль' },
  });
  const own = ['id', 'email', 'password_hash'];

  it('made with roles, a state and a hash is the promoter made without them', async () => {
    const [honest] = await addedBy(users, () => send(addPromoter, account('honest@test.example')));
    const hostile = { ...forbidden, id: 1, ...account('hostile@test.example') };
    const added = await addedBy(users, () => send(addPromoter, hostile));
    expect(added.map(row => without(row, ...own))).toEqual([without(honest, ...own)]);
    expect(added[0]).toMatchObject({
      status: 'active',
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
  });

  it('gets the role of promoters and no other', async () => {
    const [honest] = await addedBy(userRole, () => send(addPromoter, account('plain@test.example')));
    const hostile = { ...forbidden, role_id: 3, ...account('climber@test.example') };
    const added = await addedBy(userRole, () => send(addPromoter, hostile));
    expect(added.map(row => row.role_id)).toEqual([honest?.role_id]);
  });
});

describe('a report', () => {
  const due = () => plantDone(server, { promoterId: server.users.promoter.id, amounts: [100] });
  const hostile = () => ({
    ...forbidden,
    id: 1,
    closed_at: '2020-01-01T00:00:00Z',
    closed_by: 1,
    version: 9,
  });

  it('made with owners, dates and numbers is the report made without them', async () => {
    const input = { promoter_id: server.users.promoter.id };
    await due();
    const [honest] = await addedBy(reports, () => send(createReport, input));
    await due();
    const added = await addedBy(reports, () => send(createReport, { ...hostile(), ...input }));
    expect(added.map(row => without(row, 'id'))).toEqual([
      { ...without(honest, 'id'), number: Number(honest?.number) + 1 },
    ]);
    expect(added[0]).toMatchObject({ created_by: server.users.moderator.id, closed_at: null, version: 1 });
  });

  it('is closed, and a request is paid, by whoever asks and now, with nothing else changed', async () => {
    const { moderator } = server.users;
    const now = new Date(server.clock());
    const [report] = await server.db.select().from(reports);
    await send(closeReport, { ...hostile(), report_id: report?.id });
    const closed = (await rowsOf(reports)).get(report?.id);
    expect(closed).toEqual({
      ...{ ...report, closed_at: now, closed_by: moderator.id, updated_at: now, version: 2 },
    });
    const [id] = await plantDone(server, {
      promoterId: moderator.id,
      amounts: [999],
      reportId: report?.id ?? 0,
    });
    const before = (await rowsOf(requests)).get(id);
    await send(payRequest, { ...hostile(), request_id: id });
    const paid = (await rowsOf(requests)).get(id);
    expect(paid).toEqual({ ...before, paid_at: now, paid_by: moderator.id, updated_at: now });
  });
});

it('shows nobody the orders of somebody else, whoever is asked for', async () => {
  const headers = await server.signIn(server.users.colleague);
  const owner = { promoter_id: server.users.promoter.id, user_id: server.users.promoter.id };
  const { raw } = await callRaw(server, { endpoint: listRequests, input: { page: 1, ...owner }, headers });
  expect(raw).toMatchObject({ list: [], total: 0, counts: { all: 0, paid: 0, done: 0 }, percentSum: 0 });
});
