import { expect, it } from 'vitest';
import { listAllContacts } from '#contract/contacts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { get } from '#tests/support/calls.ts';
import { serverForAll } from '#tests/support/server.ts';
import { describeApi, templateOf } from './openapi.ts';

const server = serverForAll();

const all = Object.entries(endpoints);

const addressOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1');
const call = (endpoint: Endpoint, headers: Record<string, string> = {}) =>
  server.fetch(addressOf(endpoint), { method: endpoint.method, headers });

it('mounts every endpoint, and describes exactly what is mounted', async () => {
  for (const [name, endpoint] of all) {
    const { status } = await call(endpoint);
    expect([name, status === 404 || status === 405]).toEqual([name, false]);
  }
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
  expect(Object.keys(described.responses)).toEqual(['200', '304', '401', '403', '503', '504']);
});

it('tells the status of each success, a body only where there is one, and where If-Match is taken', async () => {
  const { body } = await get(server, '/openapi.json');
  for (const [name, { path, method, status = 200, conditional = false }] of all) {
    const { responses, parameters } = body.paths[templateOf(path)][method.toLowerCase()];
    const successes = Object.keys(responses).filter(code => code.startsWith('2'));
    expect([name, successes]).toEqual([name, [String(status)]]);
    expect([name, 'content' in responses[status]]).toEqual([name, status !== 204]);
    const takesVersion = parameters.some((each: { name: string }) => each.name === 'If-Match');
    expect([name, takesVersion, '412' in responses]).toEqual([name, conditional, conditional]);
  }
});

it('tells which segments of a path are numbers', async () => {
  const { body } = await get(server, '/openapi.json');
  const typeOf = (path: string, method: string) => body.paths[path][method].parameters[0].schema.type;
  expect(typeOf('/oauth/clients/{client}', 'put')).toBe('string');
  expect(typeOf('/oauth/tokens/{token}', 'delete')).toBe('string');
  expect(typeOf('/api/integration/requests/{code}', 'post')).toBe('string');
  expect(typeOf('/api/promo/request/{codeNumber}', 'get')).toBe('integer');
});

it('tells which scope opens a call, and to which bearers', async () => {
  const { body } = await get(server, '/openapi.json');
  const accessOf = (path: string) => {
    const [operation] = Object.values<Record<string, unknown>>(body.paths[path]);
    return [operation?.['x-scope'], operation?.['x-bearers']];
  };
  expect(accessOf('/api/promo/contacts/save')).toEqual(['promo', ['page', 'application', 'personal']]);
  expect(accessOf('/api/getUser')).toEqual(['profile', ['page', 'application']]);
  expect(accessOf('/api/integration/requests/{code}')).toEqual(['integration', ['personal']]);
  expect(accessOf('/oauth/clients')).toEqual([undefined, ['page']]);
  expect(accessOf('/api/health/live')).toEqual([undefined, undefined]);
});

it('describes as a body what is sent in it, and nothing of the address', async () => {
  const { body } = await get(server, '/openapi.json');
  for (const [name, { path, method, query = [] }] of all) {
    const { requestBody, parameters } = body.paths[templateOf(path)][method.toLowerCase()];
    expect([name, requestBody !== undefined]).toEqual([name, method !== 'GET']);
    const [media] = Object.values<{ schema: { properties: object } }>(requestBody?.content ?? {});
    const inBody = Object.keys(media?.schema.properties ?? {});
    const inAddress = parameters.flatMap((each: { in: string; name: string }) =>
      each.in === 'header' ? [] : each.name,
    );
    expect([name, inBody.filter(field => inAddress.includes(field))]).toEqual([name, []]);
    expect([name, query.filter(field => !inAddress.includes(field))]).toEqual([name, []]);
  }
  const advance =
    body.paths['/api/integration/requests/{code}'].post.requestBody.content['application/json'].schema;
  expect(Object.keys(advance.properties).sort()).toEqual(['state', 'tofirm']);
});
