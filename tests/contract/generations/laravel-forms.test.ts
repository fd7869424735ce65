/** Whatever form an endpoint's answer takes on the firm's Laravel, the client reads in it what our own server says. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTransport } from '#api/transport.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { ANSWERS } from '#tests/support/laravel/answers.ts';
import type { Generation } from '#tests/support/laravel/call.ts';
import { createLaravel } from '#tests/support/laravel/create-laravel.ts';
import { ORIGIN, serverForAll } from '#tests/support/server.ts';
import { type Firm, inputsOf, seedFirm } from '../successes.ts';

const server = serverForAll();
let firm: Firm;
beforeAll(async () => {
  firm = await seedFirm(server);
});

/** What the client reads through `fetch`, as whoever may ask. */
async function read(fetch: typeof globalThis.fetch, endpoint: Endpoint, input: Record<string, unknown>) {
  const transport = createTransport({ origin: ORIGIN, zone: 'Europe/Moscow', sendsKeys: true, fetch });
  const token = (firm.headersFor(endpoint).authorization ?? '').replace('Bearer ', '');
  const answer = await transport(endpoint, input, { token });
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem), { cause: answer.problem.cause });
  return answer.value.value;
}

/** That generation has another word or none, or it is another one each time. */
const OTHER = /(^total|display_name|secret|links|_url|path|expires_in|first_name|relation|values)$/;

/** The paths at which something is told otherwise; what is not told at all is '' or null, and a list is as long. */
function differences(given: unknown, ours: unknown, path = ''): string[] {
  if (given === '' || given === null || given === undefined || OTHER.test(path)) return [];
  if (typeof given !== 'object') return given === ours ? [] : [`${path}: ${given}, not ${ours}`];
  if (Array.isArray(given) && given.length > 0 && given.length !== Object(ours).length)
    return [`${path}: rows`];
  return Object.entries(given).flatMap(([name, each]) =>
    differences(each, Object(ours)[name], path ? `${path}.${name}` : name),
  );
}

const FORMS = Object.entries(ANSWERS).flatMap(([name, row]) =>
  (['5.4', '8'] as const).flatMap(generation =>
    row[generation].map((_, way): [string, Generation, number] => [name, generation, way]),
  ),
);

/** Asked twice, these answer the same. */
const READS = ['listRequests', 'readStats', 'getUser'];

describe('the client', () => {
  it.each(FORMS)('reads %s of Laravel %s, form %i', async (name, generation, way) => {
    const endpoint = endpoints[name];
    if (!endpoint) throw new Error(`no endpoint is called ${name}`);
    const upstream = (request: Request) => server.fetch(request);
    const { fetch } = createLaravel({ generation, way, csrf: false, upstream });
    const input = (await inputsOf(server, firm))[name] ?? {};
    const given = await read((asked, init) => fetch(new Request(asked, init)), endpoint, input);
    const isRead = endpoint.method === 'GET' || READS.includes(name);
    expect(isRead ? differences(given, await read(server.fetch, endpoint, input)) : []).toEqual([]);
  });
});
