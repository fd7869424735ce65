import { describe, expect, it } from 'vitest';
import { listAllContacts, saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { createReport, payRequest } from '#contract/reports.ts';
import { getUser } from '#contract/session.ts';
import { createTransport } from './transport.ts';

const config = { origin: 'http://server.test', zone: 'Europe/Moscow', sendsKeys: true };

/** A server that never answers: the fetch rejects when the request is aborted. */
const silent: typeof fetch = (input, init) =>
  new Promise((_, reject) => {
    const { signal } = new Request(input, init);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

it('[S21] every request has an end: silence is a timeout, not a failure of the network', async () => {
  const transport = createTransport({ ...config, fetch: silent });
  const answer = await transport(getUser, {}, { timeoutMs: 20 });
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'timeout', status: 0 } });
});

describe('an answer that can be asked for again', () => {
  const tagged = (headers: Record<string, string>) => Response.json({ list: [] }, { headers });
  const ask = (respond: (request: Request) => Response, tag?: string) => {
    const fetch: typeof globalThis.fetch = async (input, init) => respond(new Request(input, init));
    return createTransport({ ...config, fetch })(listAllContacts, {}, tag === undefined ? {} : { tag });
  };

  it('tells its tag, and names it only when it holds one', async () => {
    const seen: (string | null)[] = [];
    const respond = (request: Request) => {
      seen.push(request.headers.get('If-None-Match'));
      return tagged({ ETag: 'W/"a"' });
    };
    expect(await ask(respond)).toMatchObject({ ok: true, value: { tag: 'W/"a"' } });
    await ask(respond, '');
    await ask(respond, 'W/"a"');
    expect(seen).toEqual([null, null, 'W/"a"']);
    expect(await ask(() => tagged({}))).toMatchObject({ ok: true, value: { tag: '' } });
  });

  it('[S11] is proven unchanged by a 304 that names the tag, and by no other', async () => {
    const unchanged = (headers: Record<string, string>) => () => new Response(null, { status: 304, headers });
    const kindOf = async (respond: () => Response, tag?: string) => {
      const answer = await ask(respond, tag);
      return answer.ok ? 'ok' : answer.problem.kind;
    };
    expect(await kindOf(unchanged({ ETag: 'W/"a"' }), '"a"')).toBe('unchanged');
    expect(await kindOf(unchanged({ ETag: '"b"' }), '"a"')).toBe('foreign');
    expect(await kindOf(unchanged({}), '"a"')).toBe('foreign');
    expect(await kindOf(unchanged({ ETag: '"a"' }))).toBe('foreign');
  });
});

it.each([
  ['a save without its id is refused', saveContact, {}, 'refused'],
  ['an order without its code is refused', sendOrder, { id: 5 }, 'refused'],
  [
    'a report that was not made, and why, is an answer',
    createReport,
    { status: 'warning', message: 'Нет' },
    '',
  ],
  ['neither report nor reason leaves it unknown', createReport, {}, 'unreadable'],
] as const)('[S11] with the echo of the key, %s', async (_, endpoint, said, kind) => {
  const fetch = async () => Response.json(said, { headers: { 'Idempotency-Status': 'stored' } });
  const answer = await createTransport({ ...config, fetch })(endpoint, {}, { key: 'k' });
  expect(answer.ok ? '' : answer.problem.kind).toBe(kind);
});

it.each(['stored', 'refused'])(
  '[S11] what names another key is the answer of another call (%s)',
  async said => {
    const refused = said === 'refused';
    const headers = { 'Idempotency-Key': 'another', 'Idempotency-Status': said };
    const fetch = async () => Response.json({ id: 5 }, { headers, status: refused ? 422 : 200 });
    const answer = await createTransport({ ...config, fetch })(saveContact, {}, { key: 'k' });
    expect(answer.ok ? '' : answer.problem.kind).toBe('foreign');
  },
);

it('[S11] a command that has no key of its own is known by one, too', async () => {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const key = new Request(input, init).headers.get('Idempotency-Key') ?? '';
    return Response.json({ status: 'success' }, { headers: { 'Idempotency-Key': key } });
  };
  const pay = (through: typeof fetch) => createTransport({ ...config, fetch: through })(payRequest, {});
  expect((await pay(fetch)).ok).toBe(true);
  const kept = await fetch('https://test.example', { headers: { 'Idempotency-Key': 'of the row before' } });
  const answer = await pay(async () => kept);
  expect(answer.ok ? '' : answer.problem.kind).toBe('foreign');
});

it('sends the key only where it may', async () => {
  const seen: (string | null)[] = [];
  const listening: typeof fetch = async (input, init) => {
    seen.push(new Request(input, init).headers.get('Idempotency-Key'));
    return Response.json({});
  };
  for (const sendsKeys of [true, false]) {
    await createTransport({ ...config, sendsKeys, fetch: listening })(getUser, {}, { key: 'k' });
  }
  expect(seen).toEqual(['k', null]);
});
