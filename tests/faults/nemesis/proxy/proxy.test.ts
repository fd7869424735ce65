import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProxyFault } from './faults.ts';
import { type FaultyProxy, openProxy, type ProxyOptions } from './proxy.ts';

const SAVE = '/api/promo/contacts/save';
/** What comes is waited for, however busy the machine is. */
const PATIENT = { timeout: 20_000 };

const LONG = JSON.stringify({ list: Array.from({ length: 500 }, (_, id) => ({ id })) });

/** A small server that remembers what it has heard. */
async function openTarget(at = 0) {
  const heard: { path: string; key: string | undefined; body: string }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const part of incoming) body += part;
    const key = incoming.headers['idempotency-key'];
    heard.push({ path: incoming.url ?? '', key: typeof key === 'string' ? key : undefined, body });
    outgoing.setHeader('content-type', 'application/json');
    if (incoming.url !== '/api/zipped') return void outgoing.end(`{"id":${heard.length}}`);
    // Without a length, so that it goes in chunks.
    outgoing.setHeader('content-encoding', 'gzip');
    outgoing.write(gzipSync(LONG).subarray(0, 100));
    outgoing.end(gzipSync(LONG).subarray(100));
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, port, heard, close };
}

let target: Awaited<ReturnType<typeof openTarget>>;
let proxy: FaultyProxy;
let kills = 0;

async function lay(options: Partial<ProxyOptions> = {}): Promise<FaultyProxy> {
  const killServer = async () => {
    kills += 1;
  };
  return openProxy({
    ...{ target: target.origin, keyed: true, files: null, random: () => 0.5, killServer },
    ...options,
  });
}

beforeEach(async () => {
  kills = 0;
  target = await openTarget();
  proxy = await lay();
});

afterEach(async () => {
  vi.useRealTimers();
  await proxy.close();
  await target.close();
});

function save(headers: Record<string, string> = {}, signal: AbortSignal | null = null): Promise<Response> {
  const body = '{"first_name":"Анна"}';
  const own = { 'idempotency-key': 'key-1', authorization: 'Bearer token-1' };
  return fetch(`${proxy.origin}${SAVE}`, { method: 'POST', body, headers: { ...own, ...headers }, signal });
}

/** From here on no time passes for what the proxy holds back but what `untilTimeBrings` lets pass. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

async function untilTimeBrings(happened: () => boolean): Promise<void> {
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1000);
      return happened();
    }, PATIENT)
    .toBe(true);
}

/** Long enough for whatever needs no time. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

/** A save whose answer is held. */
async function beginHold() {
  standStill();
  let isThere = false;
  const answering = meet('hold').finally(() => {
    isThere = true;
  });
  await expect.poll(() => target.heard.length, PATIENT).toBe(1);
  await turns();
  return { answering, isThere: () => isThere };
}

async function meet(fault: ProxyFault): Promise<Response> {
  proxy.spoil(/save$/, fault);
  return save();
}

it('a request and its answer pass whole, and the passage tells all of it', async () => {
  const answer = await save();
  expect([answer.status, await answer.json()]).toEqual([200, { id: 1 }]);
  expect(target.heard).toEqual([{ path: SAVE, key: 'key-1', body: '{"first_name":"Анна"}' }]);
  expect(proxy.passages()).toMatchObject([
    {
      ...{ method: 'POST', path: SAVE, key: 'key-1', token: 'token-1', body: '{"first_name":"Анна"}' },
      ...{ fault: '', status: 200, sends: 1 },
    },
  ]);
  expect(proxy.met()).toEqual({});
});

it('a compressed answer in chunks passes as it is', async () => {
  const answer = await fetch(`${proxy.origin}/api/zipped`);
  expect(answer.headers.get('transfer-encoding')).toBe('chunked');
  expect(await answer.text()).toBe(LONG);
});

it('a legacy server never sees the key, and the passage does', async () => {
  await proxy.close();
  proxy = await lay({ keyed: false });
  await save();
  expect(target.heard[0]?.key).toBeUndefined();
  expect(target.heard[0]?.body).toBe('{"first_name":"Анна"}');
  expect(proxy.passages()[0]?.key).toBe('key-1');
});

it.each([
  ['cut-before', 0, 0],
  ['cut-after', 1, 0],
  ['kill-before', 1, 1],
  ['kill-after', 1, 1],
] as const)(
  '%s: nothing passes; the server has heard it %i times and died %i times',
  async (fault, ...times) => {
    await expect(meet(fault)).rejects.toThrow('fetch failed');
    expect([target.heard.length, kills]).toEqual(times);
    expect(proxy.passages()).toMatchObject([{ fault, status: 0 }]);
  },
);

it('cut-body: the head passes and half of the body', async () => {
  const answer = await meet('cut-body');
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(target.heard).toHaveLength(1);
});

it('cut-body: half of an answer in chunks is no answer either', async () => {
  proxy.spoil(/zipped$/, 'cut-body');
  const answer = await fetch(`${proxy.origin}/api/zipped`);
  await expect(answer.text()).rejects.toThrow();
});

it('stall: the server hears of it afterwards, and the answer passes', async () => {
  const answering = meet('stall');
  await expect.poll(() => proxy.passages().length, PATIENT).toBe(1);
  expect(target.heard).toHaveLength(0);
  proxy.heal();
  expect((await answering).status).toBe(200);
});

it('stall: the server never hears of a sender who has gone meanwhile', async () => {
  const sender = new AbortController();
  proxy.spoil(/save$/, 'stall');
  const answering = save({}, sender.signal);
  await expect.poll(() => proxy.passages().length, PATIENT).toBe(1);
  sender.abort();
  await expect(answering).rejects.toThrow('aborted');
  await expect.poll(() => proxy.met(), PATIENT).toEqual({ stall: 1 });
  expect(target.heard).toHaveLength(0);
});

it('hold: the answer comes whole, and no sooner than time has passed', async () => {
  const { answering, isThere } = await beginHold();
  expect(isThere()).toBe(false);
  await untilTimeBrings(isThere);
  expect(await (await answering).json()).toEqual({ id: 1 });
});

it('hold: what is held goes on at once when all is healed', async () => {
  const { answering } = await beginHold();
  proxy.heal();
  expect((await answering).status).toBe(200);
});

it('late: the client is cut at once, and the server hears of it afterwards', async () => {
  await expect(meet('late')).rejects.toThrow('fetch failed');
  expect(target.heard).toHaveLength(0);
  proxy.heal();
  await expect.poll(() => target.heard.length, PATIENT).toBe(1);
  expect(proxy.passages()).toMatchObject([{ fault: 'late', status: 0, sends: 1 }]);
});

it('throttle: the answer trickles and is whole', async () => {
  standStill();
  proxy.spoil(/zipped$/, 'throttle');
  let text = '';
  const reading = fetch(`${proxy.origin}/api/zipped`).then(async answer => {
    text = await answer.text();
  });
  await expect.poll(() => target.heard.length, PATIENT).toBe(1);
  await turns();
  expect(text).toBe('');
  await untilTimeBrings(() => text !== '');
  await reading;
  expect(text).toBe(LONG);
});

it('html: a page with status 200, and the server never hears of the request', async () => {
  const answer = await meet('html');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(target.heard).toHaveLength(0);
});

it.each(['503', '429'] as const)(
  '%s: in JSON, with a time to wait, and the server never hears',
  async fault => {
    const answer = await meet(fault);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([Number(fault), '1']);
    expect(await answer.json()).toHaveProperty('message');
    expect(target.heard).toHaveLength(0);
  },
);

it.each([
  [0.4, 1],
  [0.6, 0],
])('500: in JSON; drawn %f, the server has heard it %i times', async (drawn, times) => {
  await proxy.close();
  proxy = await lay({ random: () => drawn });
  const answer = await meet('500');
  expect([answer.status, await answer.json()]).toEqual([500, { message: 'Server Error' }]);
  expect(target.heard).toHaveLength(times);
});

it('kill-body: the server dies when half of its answer has passed', async () => {
  const answer = await meet('kill-body');
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(kills).toBe(1);
});

it('while the server is down every request is cut', async () => {
  await target.close();
  await expect(save()).rejects.toThrow('fetch failed');
  proxy.spoil(/save$/, 'kill-before');
  await expect(save({ 'idempotency-key': 'key-2' })).rejects.toThrow('fetch failed');
  expect([kills, proxy.met()]).toEqual([0, { 'server-down': 2 }]);
  expect(proxy.passages()).toMatchObject([
    { fault: '', status: 0 },
    { fault: '', status: 0 },
  ]);
});

it('what was ordered stays so until a request has met it: a server that is down answers nobody', async () => {
  proxy.spoil(/save$/, 'cut-body');
  await target.close();
  await expect(save()).rejects.toThrow('fetch failed');
  expect([proxy.met(), proxy.ordered()]).toEqual([{ 'server-down': 1 }, ['cut-body']]);
  target = await openTarget(target.port);
  await expect((await save()).text()).rejects.toThrow('terminated');
  expect([proxy.met()['cut-body'], proxy.ordered()]).toEqual([1, []]);
});

it('what was ordered outlives a calm, in which nothing is harmed but by new orders', async () => {
  proxy.spoil(/save$/, '429');
  proxy.calm();
  expect((await save()).status).toBe(200);
  proxy.spoil(/save$/, '503');
  expect((await save()).status).toBe(503);
  expect(proxy.ordered()).toEqual(['429']);
  proxy.trouble(0);
  expect((await save()).status).toBe(429);
  expect((await save()).status).toBe(200);
});

it('healing forgets what was ordered, aside or not', async () => {
  proxy.spoil(/save$/, '429');
  proxy.calm();
  proxy.spoil(/save$/, '503');
  proxy.heal();
  proxy.trouble(0);
  expect(proxy.ordered()).toEqual([]);
  expect((await save()).status).toBe(200);
});

it('a server that cannot be started again makes the proxy say so', async () => {
  const killServer = () => Promise.reject(new Error('no start'));
  const broken = await lay({ killServer });
  broken.spoil(/save$/, 'kill-before');
  await fetch(`${broken.origin}${SAVE}`, { method: 'POST' }).catch(() => undefined);
  await expect(broken.close()).rejects.toThrow('The proxy failed');
});

it('trouble takes its share of the requests, and healing ends it', async () => {
  proxy.trouble(1, ['503']);
  expect((await save()).status).toBe(503);
  proxy.trouble(0.5, ['503']);
  expect((await save()).status).toBe(200);
  proxy.trouble(0.6, ['503', '429']);
  expect((await save()).status).toBe(429);
  proxy.heal();
  expect((await save()).status).toBe(200);
  expect(proxy.met()).toEqual({ '503': 1, '429': 1 });
});

it('offline nothing gets through, and what is on its way is cut; online it goes on at the same origin', async () => {
  const answering = meet('hold').catch(() => 'cut');
  await expect.poll(() => target.heard.length, PATIENT).toBe(1);
  await proxy.goOffline();
  expect(await answering).toBe('cut');
  await expect(save()).rejects.toThrow('fetch failed');
  expect(target.heard).toHaveLength(1);
  await proxy.goOnline();
  expect((await save()).status).toBe(200);
});

it('tokens seen until now expire with the words of the API; a new one passes', async () => {
  await save();
  proxy.expireTokens();
  const answer = await save();
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await answer.json()).toEqual({ message: 'Unauthenticated.' });
  expect(target.heard).toHaveLength(1);
  expect((await save({ authorization: 'Bearer token-2' })).status).toBe(200);
  expect(proxy.met()).toEqual({ expired: 1 });
});

it('files stand in front of the server: a screen is the page, what is not there is asked for; none meets a fault', async () => {
  const files = mkdtempSync(join(tmpdir(), 'proxy-files-'));
  writeFileSync(join(files, 'index.html'), '<title>Page</title>');
  writeFileSync(join(files, 'sw.js'), 'self;');
  await proxy.close();
  proxy = await lay({ files });
  proxy.trouble(1, ['cut-before']);
  const read = async (path: string) => {
    const answer = await fetch(proxy.origin + path);
    return [answer.headers.get('content-type'), await answer.text()];
  };
  expect(await read('/application/contacts/5')).toEqual(['text/html; charset=utf-8', '<title>Page</title>']);
  expect(await read('/application/sw.js')).toEqual(['text/javascript', 'self;']);
  expect(await read('/application/config.json')).toEqual(['application/json', '{"id":1}']);
  expect(proxy.passages()).toEqual([]);
  rmSync(files, { recursive: true });
});
