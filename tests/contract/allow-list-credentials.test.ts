/** Mass assignment of what lets other programs in: whose it is, how long and what it is good for is not the sender's to say. */
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeClient, createClient, createPersonalToken } from '#contract/credentials.ts';
import { type Endpoint, successOf } from '#contract/endpoint.ts';
import { accessTokens, oauthClients } from '#server/db/schema.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { addedRows, forbiddenFields, rowsById, without } from './forbidden.ts';
import { callRaw, type Firm, type Input, plantFirm } from './successes.ts';

let server: TestServer;
let firm: Firm;
let forbidden: Input;
beforeAll(async () => {
  server = await createTestServer();
  firm = await plantFirm(server);
  forbidden = forbiddenFields(server.users.colleague.id, firm.reportId);
});
afterAll(() => server.close());

const rowsOf = (table: PgTable) => rowsById(server, table);
const addedBy = (table: PgTable, save: () => Promise<unknown>) => addedRows(server, table, save);

const send = async (endpoint: Endpoint, input: Input) => {
  const { status, raw } = await callRaw(server, { endpoint, input, headers: firm.headersFor(endpoint) });
  expect(status).toBe(successOf(endpoint));
  return raw;
};

describe('an API client', () => {
  const form = { name: 'Учет', redirect: 'https://partner.example/back' };
  const hostile = () => ({ ...forbidden, id: 1, ...form });
  const own = ['id', 'secret_hash'];

  it('made with an owner, grants, flags, a secret and an id is the client made without them', async () => {
    const [honest] = await addedBy(oauthClients, () => send(createClient, form));
    const added = await addedBy(oauthClients, () => send(createClient, hostile()));
    expect(added.map(row => without(row, ...own))).toEqual([without(honest, ...own)]);
    expect(added[0]).toMatchObject({
      ...{ user_id: server.users.promoter.id, grants: ['authorization_code', 'refresh_token'] },
      ...{ redirects: [form.redirect], revoked_at: null },
    });
    expect(added[0]?.id).toBeGreaterThan(1000);
    expect(added[0]?.secret_hash).toMatch(/^[0-9a-f]{64}$/);
    const { secret } = Object(await send(createClient, hostile()));
    expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it('that is changed gets its name and its addresses, and stays in all else what it was', async () => {
    const id = firm.credentials.clientId;
    const before = (await rowsOf(oauthClients)).get(id);
    await send(changeClient, { ...hostile(), client: id });
    const after = (await rowsOf(oauthClients)).get(id);
    const updated_at = new Date(server.clock());
    expect(after).toEqual({ ...before, name: form.name, redirects: [form.redirect], updated_at });
  });

  it('and the others stay what they are, the page too', async () => {
    const added = await addedBy(oauthClients, () =>
      send(createClient, { ...hostile(), id: 2, client: firm.credentials.clientId }),
    );
    expect(added).toHaveLength(1);
  });
});

describe('a personal token', () => {
  const form = { name: 'Выгрузка', scopes: ['promo'] };
  const own = ['token_hash', 'family'];

  it('made for somebody else, for longer or as the page is the token made without them', async () => {
    const added = async (input: Input) =>
      (await addedBy(accessTokens, () => send(createPersonalToken, input))).filter(
        ({ bearer }) => bearer === 'personal',
      );
    const [honest] = await added(form);
    const hostile = await added({ ...forbidden, id: 1, ...form });
    expect(hostile.map(row => without(row, ...own))).toEqual([without(honest, ...own)]);
    expect(hostile[0]).toMatchObject({
      ...{ user_id: server.users.promoter.id, client_id: 1, scopes: ['promo'], name: form.name },
      ...{ impersonator_id: null, origin_family: null, generation: 1 },
    });
    expect(hostile[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hostile[0]?.family).not.toBe(forbidden.family);
  });
});
