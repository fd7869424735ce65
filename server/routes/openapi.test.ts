import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAllContacts } from '#contract/contacts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { get, post } from '#tests/support/calls.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { describeApi, templateOf } from './openapi.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const all = Object.entries(endpoints);

const addressOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1');
const call = ({ method, ...endpoint }: Endpoint, headers: Record<string, string> = {}) =>
  method === 'GET'
    ? get(server, addressOf({ method, ...endpoint }), headers)
    : post(server, addressOf({ method, ...endpoint }), {}, headers);

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
  for (const [name, endpoint] of all.filter(([, { method }]) => method === 'GET')) {
    const answer = await call(endpoint, headers);
    expect([name, answer.headers.has('etag')]).toEqual([name, endpoint.revalidates === true]);
  }
  const { body } = await get(server, '/openapi.json');
  const described = body.paths[listAllContacts.path].get;
  expect(described.parameters.map(({ name }: { name: string }) => name)).toEqual(['If-None-Match']);
  expect(Object.keys(described.responses)).toEqual(['200', '304']);
});
