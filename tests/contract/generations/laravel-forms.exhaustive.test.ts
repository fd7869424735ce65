/** Whatever form an endpoint's answer takes on the firm's Laravel, the client reads in it what our own server says. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isAnswered } from '#api/problem.ts';
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

/** What comes of the call through `fetch`, as whoever may ask. */
async function call(fetch: typeof globalThis.fetch, endpoint: Endpoint, input: Record<string, unknown>) {
  const transport = createTransport({ origin: ORIGIN, zone: 'Europe/Moscow', sendsKeys: true, fetch });
  const token = (firm.headersFor(endpoint).authorization ?? '').replace('Bearer ', '');
  return transport(endpoint, input, { token });
}

async function read(...asked: Parameters<typeof call>) {
  const answer = await call(...asked);
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

/** A success of another call, or none: the command was carried out, and that is read back ([S11]). */
const UNPROVEN: Record<string, Record<Generation, readonly number[]>> = {
  deleteContact: { '5.4': [2], '8': [0] },
  deleteReport: { '5.4': [1, 2], '8': [0, 1, 2] },
  openReport: { '5.4': [1, 2], '8': [0, 1, 2] },
  closeReport: { '5.4': [2, 3], '8': [1, 2] },
  payRequest: { '5.4': [2], '8': [0] },
  unpayRequest: { '5.4': [2], '8': [0] },
  updatePolicy: { '5.4': [1], '8': [1, 2] },
};

describe('the client', () => {
  it.each(FORMS)('reads %s of Laravel %s, form %i', async (name, generation, way) => {
    const endpoint = endpoints[name];
    if (!endpoint) throw new Error(`no endpoint is called ${name}`);
    const upstream = (request: Request) => server.fetch(request);
    const { fetch } = createLaravel({ generation, way, csrf: false, upstream });
    const input = (await inputsOf(server, firm))[name] ?? {};
    const ask: typeof globalThis.fetch = (asked, init) => fetch(new Request(asked, init));
    if (UNPROVEN[name]?.[generation].includes(way)) {
      const answer = await call(ask, endpoint, input);
      return expect(answer.ok || isAnswered(answer.problem)).toBe(false);
    }
    const given = await read(ask, endpoint, input);
    const isRead = endpoint.succeedsBy === undefined;
    expect(isRead ? differences(given, await read(server.fetch, endpoint, input)) : []).toEqual([]);
  });
});
