import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import type { ProxyFault } from './faults.ts';
import { type FaultyProxy, openProxy } from './proxy.ts';
import { type Past, watchResends } from './resends.ts';

const SAVE = '/api/promo/contacts/save';
const BODY = '{"first_name":"Анна"}';
/** What comes is waited for, however busy the machine is. */
const PATIENT = { timeout: 20_000 };

const heard: { key: string | string[] | undefined; body: string }[] = [];
const target = createServer(async (incoming, outgoing) => {
  let body = '';
  for await (const part of incoming) body += part;
  outgoing.statusCode = status;
  heard.push({ key: incoming.headers['idempotency-key'], body });
  outgoing.setHeader('content-type', 'application/json').end('{"id":1}');
});

let port: number;
let proxy: FaultyProxy;
let kills = 0;
let status = 200;

async function lay(keyed = true): Promise<FaultyProxy> {
  const killServer = async () => {
    kills += 1;
  };
  return openProxy({ target: `http://127.0.0.1:${port}`, keyed, files: null, random: () => 0.5, killServer });
}

beforeEach(async () => {
  kills = 0;
  status = 200;
  heard.length = 0;
  port = await listenOnLoopback(target);
  proxy = await lay();
});

afterEach(async () => {
  await proxy.close();
  target.closeAllConnections();
  target.close();
});

/** Saves, and says what came of it. */
function save(): Promise<string> {
  const headers = { 'idempotency-key': 'key-1', authorization: 'Bearer token-1' };
  return fetch(`${proxy.origin}${SAVE}`, { method: 'POST', body: BODY, headers }).then(
    async answer => {
      const part = await answer.text().then(
        () => 'whole',
        () => 'half',
      );
      return `${answer.status}, ${part}`;
    },
    () => 'cut',
  );
}

it('a request and its answer pass whole, and the passage tells all of it', async () => {
  expect(await save()).toBe('200, whole');
  expect(heard).toEqual([{ key: 'key-1', body: BODY }]);
  expect(proxy.passages()).toMatchObject([
    {
      method: 'POST',
      path: SAVE,
      key: 'key-1',
      token: 'token-1',
      body: BODY,
      fault: '',
      status: 200,
      sends: 1,
    },
  ]);
  expect(proxy.met()).toEqual({});
});

it('an expired token is refused everywhere but where new ones are asked for', async () => {
  await save();
  proxy.expireTokens();
  expect(await save()).toBe('401, whole');
  const headers = { authorization: 'Bearer token-1' };
  const { status: refreshed } = await fetch(`${proxy.origin}/oauth/token`, { method: 'POST', headers });
  expect(refreshed).toBe(200);
});

it('a legacy server never sees the key, and the passage does', async () => {
  await proxy.close();
  proxy = await lay(false);
  await save();
  expect(heard).toEqual([{ key: undefined, body: BODY }]);
  expect(proxy.passages()[0]?.key).toBe('key-1');
});

it.each<[ProxyFault, string, number, number]>([
  ['cut-before', 'cut', 0, 0],
  ['cut-after', 'cut', 1, 0],
  ['cut-body', '200, half', 1, 0],
  ['html', '200, whole', 0, 0],
  ['500', '500, whole', 0, 0],
  ['503', '503, whole', 0, 0],
  ['429', '429, whole', 0, 0],
  ['kill-before', 'cut', 1, 1],
  ['kill-after', 'cut', 1, 1],
  ['kill-body', '200, half', 1, 1],
])(
  '%s: the page is told «%s»; the server has heard it %i times and died %i times',
  async (fault, ...received) => {
    proxy.spoil(/save$/, fault);
    expect([await save(), heard.length, kills]).toEqual(received);
    expect(proxy.met()).toEqual({ [fault]: 1 });
  },
);

it('a 502 of who stands before the server passes, and meets no fault: the server is down', async () => {
  status = 502;
  proxy.spoil(/save$/, 'cut-after');
  expect(await save()).toBe('502, whole');
  expect(proxy.met()).toEqual({ 'server-down': 1 });
  expect(proxy.ordered()).toEqual(['cut-after']);
});

it.each<[ProxyFault, string, number]>([
  ['stall', '200, whole', 0],
  ['hold', '200, whole', 1],
  ['late', 'cut', 0],
  ['throttle', '200, whole', 1],
])('%s: held back until all is healed, then «%s»', async (fault, received, heardBefore) => {
  proxy.spoil(/save$/, fault);
  const saving = save();
  await expect.poll(() => proxy.passages().length, PATIENT).toBe(1);
  await expect.poll(() => heard.length, PATIENT).toBe(heardBefore);
  proxy.heal();
  expect(await saving).toBe(received);
  await expect.poll(() => heard.length, PATIENT).toBe(1);
});

describe('what came again is told apart', () => {
  const request = Buffer.from('POST /api HTTP/1.1\r\n\r\n');

  function broken(past: Past) {
    let now = 0;
    const resends = watchResends<string>(() => now);
    resends.broke(request, 'first', past);
    const turn = (ms: number) => {
      now += ms;
    };
    return { ...resends, turn };
  }

  it('the first same request after a used connection broke is the browser’s, the next is the app’s', () => {
    const { recognise } = broken('used');
    expect(recognise(Buffer.from('POST /other HTTP/1.1\r\n\r\n'))).toBeNull();
    expect(recognise(Buffer.from(request))).toBe('first');
    expect(recognise(request)).toBeNull();
  });

  it('after an unused connection broke, a probe in between makes it the app’s', () => {
    expect(broken('unused').recognise(request)).toBe('first');
    const { probed, recognise } = broken('unused');
    probed();
    expect(recognise(request)).toBeNull();
  });

  it('after a used one a probe says nothing: another tab may have sent it', () => {
    const { probed, recognise } = broken('used');
    probed();
    expect(recognise(request)).toBe('first');
  });

  it('after a second it is the app’s', () => {
    const { turn, recognise } = broken('used');
    turn(1001);
    expect(recognise(request)).toBeNull();
  });
});
