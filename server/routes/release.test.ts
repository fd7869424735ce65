/**
 * Every way out of a request gives back what it held: after each the counters are at zero, and never more than the
 * allowed number of transactions ran. Over real connections, because an in-process request has no sender that vanishes.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import { attacked } from '#tests/support/attacks.ts';
import { post } from '#tests/support/calls.ts';
import { type Listening, listen, serverForAll, sessionForAll, TEST_CONFIG } from '#tests/support/server.ts';
import { createApp } from '../app.ts';
import type { Db } from '../db/database.ts';
import type { LogEntry } from '../db/deps.ts';
import { createLimiter } from './concurrency-limiter.ts';
import type { Limiters } from './overload.ts';

const SAVE = '/api/promo/contacts/save';
const LIST = '/api/promo/contacts/list';
const AT_WORK = 2;
const WAITING = 6;
const BODY_MS = 400;
const REQUEST_MS = 600;
const SLOW_MS = 100;

const server = serverForAll();
const mine = sessionForAll(server, 'promoter');

/** A database whose transactions are counted, and can be kept from beginning. */
const work = { now: 0, most: 0, mayBegin: Promise.resolve(), fails: false };
let limiters: Limiters;
let listening: Listening;
const logged: LogEntry[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  const limits = { atWork: AT_WORK, waiting: WAITING };
  limiters = {
    work: createLimiter(limits, { slowMs: SLOW_MS }),
    signIn: createLimiter(limits, { slowMs: SLOW_MS }),
  };
  const { clock } = server;
  const deps = {
    db: counted(server.db),
    clock,
    log: (entry: LogEntry) => void logged.push(entry),
    config: { ...TEST_CONFIG, corsOrigins: ['https://panel.example'] },
  };
  const app = createApp(deps, { limiters, bodyMaxMs: BODY_MS, requestMaxMs: REQUEST_MS });
  listening = await listen({ app }, { silence: 1_500 });
  const { body } = await post(server, SAVE, person, mine);
  contact = { ...person, id: body.id };
});
afterAll(() => listening.close());
beforeEach(() => {
  logged.length = 0;
});

function counted(db: Db): Db {
  const transaction: Db['transaction'] = async (...args) => {
    work.now += 1;
    work.most = Math.max(work.most, work.now);
    try {
      await work.mayBegin;
      if (work.fails) throw new Error('it failed');
      return await db.transaction(...args);
    } finally {
      work.now -= 1;
    }
  };
  return new Proxy(db, {
    get: (target, name, at) => (name === 'transaction' ? transaction : Reflect.get(target, name, at)),
  });
}

type Sender = { socket: Socket; heard: () => string; answered: () => Promise<string>; ended: Promise<void> };

/** Opens a connection and sends that text. */
function send(text: string): Sender {
  const { hostname, port } = new URL(listening.origin);
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  let heard = '';
  socket.on('data', data => {
    heard += data;
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>(resolve => void socket.once('close', () => resolve()));
  socket.write(text.replaceAll('MINE', mine.authorization ?? ''));
  const answered = async () => {
    await expect.poll(() => heard, { interval: 10, timeout: 5_000 }).toMatch(/^HTTP\/1\.1 \d{3}/);
    return heard.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
  };
  return { socket, heard: () => heard, answered, ended };
}

const head = (method: string, path: string, ...more: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: server.test', 'Authorization: MINE', ...more, '', ''].join('\r\n');
const json = 'Content-Type: application/json';
const half = (path: string) => `${head('POST', path, json, 'Content-Length: 100')}{"a`;
const halfChunked = (path: string) => `${head('POST', path, json, 'Transfer-Encoding: chunked')}3\r\n{"a\r\n`;
const whole = (path: string, body: object) => {
  const text = JSON.stringify(body);
  return head('POST', path, json, `Content-Length: ${Buffer.byteLength(text)}`) + text;
};
const person = { first_name: 'Полина', contact_phones: [{ full_phone: '0001234567' }] };
/** One that is changed, which takes a transaction. */
let contact: typeof person & { id: number };

/** All that a request can hold. */
const held = () => ({
  work: limiters.work.state(),
  signIn: limiters.signIn.state(),
  transactions: work.now,
});
const NOTHING = {
  work: { atWork: 0, waiting: 0, shed: expect.any(Number) },
  signIn: { atWork: 0, waiting: 0, shed: expect.any(Number) },
  transactions: 0,
};

async function nothingIsHeld() {
  await expect.poll(held, { interval: 10, timeout: 5_000 }).toEqual(NOTHING);
  expect(work.most).toBeLessThanOrEqual(AT_WORK);
}

let letBegin = () => {};

/** Until this test ends, or `letBegin` is called, no transaction begins. */
function blockRequest(): void {
  const { promise, resolve } = deferred();
  work.mayBegin = promise;
  letBegin = resolve;
}

afterEach(async () => {
  letBegin();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await nothingIsHeld();
  await expect.poll(listening.connections).toBe(0);
});

const alerts = () => logged.filter(({ level }) => level === 'error');

describe('a body that does not end', () => {
  it.each([
    ['with a length', half(SAVE)],
    ['in pieces', halfChunked(SAVE)],
    ['for a token', half('/oauth/token')],
    ['for a page', half('/application/')],
    ['for nothing that there is', half('/api/nope')],
  ])('%s is not waited for: 408, the connection ends, nothing is held', async (_title, text) => {
    const sender = send(text);
    expect(await sender.answered()).toBe('408');
    await sender.ended;
    expect(sender.heard()).toMatch(/connection: close/i);
    await nothingIsHeld();
    expect(alerts()).toEqual([]);
    attacked('unfinished body');
  });

  it('takes its place from nobody: whoever comes with a whole one is let in, and it is told to come again', async () => {
    const slow = Array.from({ length: AT_WORK + WAITING }, () => send(half(SAVE)));
    await expect.poll(() => limiters.work.state().waiting).toBe(AT_WORK + WAITING);
    await pause(SLOW_MS);
    for (let time = 0; time < AT_WORK + WAITING; time += 1) {
      expect(await send(head('GET', LIST)).answered()).toBe('200');
    }
    const statuses = await Promise.all(slow.map(({ answered }) => answered()));
    expect(new Set(statuses)).toEqual(new Set(['503', '408']));
    await Promise.all(slow.map(({ ended }) => ended));
    await nothingIsHeld();
    attacked('unfinished body', slow.length);
  });
});

describe('a sender who breaks off', () => {
  const breakOff: [string, (socket: Socket) => void][] = [
    ['resets its connection', socket => void socket.resetAndDestroy()],
    ['vanishes', socket => void socket.destroy()],
    ['ends its half of the connection', socket => void socket.end()],
  ];
  it.each(breakOff)('and %s amid its body is no failure of ours', async (_title, end) => {
    for (const text of [half(SAVE), halfChunked(SAVE), half('/oauth/token')]) {
      const sender = send(text);
      await expect.poll(() => limiters.work.state().waiting + limiters.signIn.state().waiting).toBe(1);
      end(sender.socket);
      await sender.ended;
      await nothingIsHeld();
      attacked('unfinished body');
    }
    expect(alerts()).toEqual([]);
    expect(logged.map(({ status }) => status)).toEqual([499, 499, 499]);
  });

  it('or sends what is no piece is no failure of ours', async () => {
    const sender = send(`${head('POST', SAVE, json, 'Transfer-Encoding: chunked')}nonsense\r\n`);
    await sender.ended;
    await nothingIsHeld();
    expect(alerts()).toEqual([]);
  });

  it('while it waits for its turn is not worked on', async () => {
    blockRequest();
    const atWork = [send(whole(SAVE, contact)), send(whole(SAVE, contact))];
    await expect.poll(() => work.now).toBe(AT_WORK);
    const waiting = send(whole(SAVE, contact));
    await expect.poll(() => limiters.work.state().waiting).toBe(1);
    waiting.socket.resetAndDestroy();
    await expect.poll(() => limiters.work.state().waiting).toBe(0);
    letBegin();
    for (const { answered } of atWork) expect(await answered()).toBe('200');
    await nothingIsHeld();
    expect(logged.map(({ status }) => status).sort()).toEqual([200, 200, 499]);
  });

  it('while it is worked on keeps its place until the work has ended', async () => {
    blockRequest();
    const gone = send(whole(SAVE, contact));
    await expect.poll(() => work.now).toBe(1);
    gone.socket.resetAndDestroy();
    await gone.ended;
    expect(limiters.work.state().atWork).toBe(1);
    letBegin();
    await nothingIsHeld();
    expect(alerts()).toEqual([]);
  });
});

describe('an answer', () => {
  it('that comes before its work has ended leaves the place to the work', async () => {
    blockRequest();
    const late = send(whole(SAVE, contact));
    expect(await late.answered()).toBe('504');
    expect(held()).toMatchObject({ work: { atWork: 1, waiting: 0 }, transactions: 1 });
    letBegin();
    await nothingIsHeld();
  });

  it.each([
    ['200', head('GET', LIST)],
    ['200', head('HEAD', LIST)],
    ['200', head('GET', '/api/health/live')],
    ['200', head('GET', '/api/health/ready')],
    ['200', head('GET', '/application/config.json')],
    ['302', head('GET', '/')],
    ['204', head('OPTIONS', SAVE, 'Origin: https://panel.example', 'Access-Control-Request-Method: POST')],
    ['400', `${head('POST', SAVE, json, 'Content-Length: 1')}{`],
    ['401', `${head('POST', '/oauth/token', json, 'Content-Length: 2')}{}`],
    ['404', head('GET', '/api/promo/contacts/edit/999999')],
    ['405', head('DELETE', LIST)],
    ['413', head('POST', SAVE, json, 'Content-Length: 10000000')],
    ['415', `${head('POST', SAVE, 'Content-Type: text/xml', 'Content-Length: 4')}<a/>`],
    ['200', whole(SAVE, person)],
    ['422', whole(SAVE, {})],
  ])('%s leaves nothing behind', async (status, text) => {
    const sender = send(text);
    expect([await sender.answered(), text.split('\r\n')[0]]).toEqual([status, text.split('\r\n')[0]]);
    await nothingIsHeld();
    expect(alerts()).toEqual([]);
  });

  it('500 leaves nothing behind', async () => {
    work.fails = true;
    try {
      expect(await send(whole(SAVE, contact)).answered()).toBe('500');
    } finally {
      work.fails = false;
    }
    await nothingIsHeld();
    expect(alerts()).toEqual([expect.objectContaining({ event: 'request.failed' })]);
  });

  it('that nobody reads keeps neither a place nor, for long, a connection', async () => {
    const { socket } = send('');
    socket.pause();
    socket.write(head('GET', '/openapi.json').repeat(400));
    await expect.poll(listening.connections).toBe(1);
    await expect.poll(() => logged.length).toBeGreaterThan(100);
    await nothingIsHeld();
    await expect.poll(listening.connections, { timeout: 5_000 }).toBe(0);
  });
});

it('however many come at once, so many work, and in the end nothing is held', async () => {
  const shots = [
    half(SAVE),
    halfChunked(SAVE),
    whole(SAVE, contact),
    whole(SAVE, {}),
    head('GET', LIST),
    half('/oauth/token'),
  ];
  const senders = Array.from({ length: 120 }, (_, at) => send(shots[at % shots.length] ?? ''));
  await pause(20);
  for (const { socket } of senders.filter((_, at) => at % 7 === 0)) socket.resetAndDestroy();
  await Promise.all(senders.map(async ({ answered, ended }) => Promise.race([answered(), ended])));
  await nothingIsHeld();
  expect(alerts()).toEqual([]);
});
