import { expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { createTransport } from './transport.ts';

const config = { origin: 'http://server.test', zone: 'Europe/Moscow', sendsKeys: true };

/** A server that takes the request and never says anything, until it is told that nobody waits any more. */
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

it('a request that never gets through is a failure of the network', async () => {
  const broken: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const answer = await createTransport({ ...config, fetch: broken })(getUser, {});
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'offline' } });
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
