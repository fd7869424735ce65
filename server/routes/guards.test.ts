import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAllContacts } from '#contract/contacts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { get, post } from '#tests/support/calls.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { accessTokens } from '../db/schema.ts';
import { describeApi, templateOf } from './openapi.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const all = Object.entries(endpoints);
const guarded = all.filter(([, { guard }]) => guard !== 'public' && guard !== 'client');
const restricted = guarded.filter(([, { guard }]) => guard !== 'session');

const addressOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1');
const call = ({ method, ...endpoint }: Endpoint, headers: Record<string, string> = {}) =>
  method === 'GET'
    ? get(server, addressOf({ method, ...endpoint }), headers)
    : post(server, addressOf({ method, ...endpoint }), {}, headers);

describe.each(guarded)('%s', (_name, endpoint) => {
  it('refuses strangers and unknown tokens', async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { authorization: 'Basic YTpi' }]) {
      const { status, body, headers: sent } = await call(endpoint, headers);
      expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
      expect(sent.get('www-authenticate')).toBe('Bearer');
    }
  });
});

it.each(restricted)('%s refuses who lacks the permission', async (_name, endpoint) => {
  const stranger = await server.signIn(server.users.stranger);
  const { status, body } = await call(endpoint, stranger);
  expect([status, body]).toEqual([403, { message: 'This action is unauthorized.' }]);
});

it('mounts every endpoint, and describes exactly what is mounted', async () => {
  for (const [, endpoint] of all) expect((await call(endpoint)).status).not.toBe(404);
  const { body } = await get(server, '/openapi.json');
  const described = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations ?? {}).map(method => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(all.map(([, { method, path }]) => `${method} ${templateOf(path)}`).sort());
  expect(body).toEqual(JSON.parse(JSON.stringify(describeApi())));
});

it('tags exactly the answers that the contract says can be asked for again', async () => {
  const headers = await server.signIn(server.users.promoter);
  for (const [name, endpoint] of guarded.filter(([, { method }]) => method === 'GET')) {
    const answer = await call(endpoint, headers);
    expect([name, answer.headers.has('etag')]).toEqual([name, endpoint.revalidates === true]);
  }
  const { body } = await get(server, '/openapi.json');
  const described = body.paths[listAllContacts.path].get;
  expect(described.parameters.map(({ name }: { name: string }) => name)).toEqual(['If-None-Match']);
  expect(Object.keys(described.responses)).toEqual(['200', '304']);
});

it('refuses an expired and a revoked session, and a user who was blocked meanwhile', async () => {
  const expired = await server.signIn(server.users.colleague);
  server.clock.advance(61 * 60_000);
  expect((await post(server, '/api/getUser', {}, expired)).status).toBe(401);
  const revoked = await server.signIn(server.users.colleague);
  expect((await post(server, '/api/getUser', {}, revoked)).status).toBe(200);
  await server.db.update(accessTokens).set({ revoked_at: new Date(server.clock()) });
  expect((await post(server, '/api/getUser', {}, revoked)).status).toBe(401);
});

it('tells the user who they are and what they may do', async () => {
  const { body } = await post(server, '/api/getUser', {}, await server.signIn(server.users.moderator));
  expect(body).toEqual({
    ...server.users.moderator,
    role: { id: expect.any(Number), name: 'moderator', display_name: 'Модератор' },
    roles: [body.role],
    can: { work_promoter: true, edit_promoters: true },
  });
  const { body: stranger } = await post(
    server,
    '/api/getUser',
    {},
    await server.signIn(server.users.stranger),
  );
  expect([stranger.roles, stranger.can]).toEqual([[], {}]);
});
