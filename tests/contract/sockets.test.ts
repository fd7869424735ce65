/** What only a real socket can send: lies about lengths, heads without an end, bodies without an end. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#server/cli/listening.ts';
import { type Listening, listen, serverForAll } from '#tests/support/server.ts';

const SAVE = '/api/promo/contacts/save';

const server = serverForAll();
let listening: Listening;
let authorization: string;
beforeAll(async () => {
  listening = await listen(server);
  authorization = (await server.signIn(server.users.promoter)).authorization ?? '';
});
afterAll(() => listening.close());

type Sent = { answer: string; bytesTaken: number };

/** Sends that text, and then `more` again and again, until the server ends the connection. */
async function send(head: string, more?: Buffer, { origin } = listening): Promise<Sent> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', data => {
    answer += data;
  });
  // A server that closes while it is still spoken to resets the connection.
  const ended = new Promise<void>(resolve => void socket.once('close', resolve).on('error', () => resolve()));
  socket.write(head);
  if (more) {
    const pour = () => {
      if (!answer && !socket.destroyed) socket.write(more, () => setImmediate(pour));
    };
    pour();
  }
  const answered = expect.poll(() => answer, { timeout: 25_000 });
  await Promise.race([ended, answered.toMatch(/^HTTP\/1\.1 \d{3}[\s\S]*\r\n\r\n/)]);
  const bytesTaken = socket.bytesWritten;
  socket.destroy();
  return { answer, bytesTaken };
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const posting = (...more: string[]) =>
  lines(
    ...[`POST ${SAVE} HTTP/1.1`, 'Host: server.test', `Authorization: ${authorization}`],
    ...['Content-Type: application/json', ...more],
  );
const statusOf = ({ answer }: Sent) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const MIB = 1024 * 1024;

describe('a body', () => {
  it('that says it is too large is refused before any of it is read', async () => {
    const refused = await send(posting('Content-Length: 100000000'));
    expect(statusOf(refused)).toBe(413);
  });

  it('without a length and without an end is refused once it is too large', async () => {
    const chunk = Buffer.from(`4000\r\n${'x'.repeat(0x4000)}\r\n`);
    const refused = await send(posting('Transfer-Encoding: chunked'), chunk);
    expect(statusOf(refused)).toBe(413);
    expect(refused.bytesTaken).toBeLessThan(32 * MIB);
  });

  it('with two lengths, or a length and pieces, is no request', async () => {
    for (const second of ['Content-Length: 3', 'Transfer-Encoding: chunked']) {
      const answer = await send(`${posting('Content-Length: 2', second)}{}`);
      expect([second, statusOf(answer)]).toEqual([second, 400]);
    }
  });

  it('that is packed is not unpacked: a bomb stays what it is', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * MIB, 32));
    const answer = await fetch(listening.origin + SAVE, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    });
    expect(answer.status).toBe(400);
  });

  it.each([SAVE, '/oauth/token', '/oauth/revoke', '/oauth/authorize', '/api/enter/1', '/abac/updatePolicy'])(
    'with files in it is taken nowhere: %s',
    async path => {
      const admin = await server.signIn(server.users.admin);
      const body = new FormData();
      body.set('file', new Blob(['<script>alert(1)</script>'], { type: 'text/html' }), 'page.html');
      const method = path.startsWith('/api/enter') ? 'PUT' : 'POST';
      const answer = await fetch(listening.origin + path, { method, headers: admin, body });
      expect([path, answer.status]).toEqual([path, 415]);
      expect(await answer.text()).not.toContain('alert(1)');
    },
  );
});

describe('a head', () => {
  it('that is too large is refused', async () => {
    expect(statusOf(await send(posting(`X-Large: ${'x'.repeat(20_000)}`, 'Content-Length: 0')))).toBe(431);
  });

  it('of thousands of fields is refused', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => `X-${at}: 1`);
    expect(statusOf(await send(posting(...many, 'Content-Length: 0')))).toBe(431);
  });

  it('that is no HTTP is refused, and nothing of the machinery is told', async () => {
    for (const nonsense of ['\u0016\u0003\u0001\u0002\u0000', 'GET / HTTP/9.9', 'SSH-2.0-x']) {
      const { answer } = await send(lines(nonsense));
      expect([nonsense, answer.split('\r\n')[0]]).toEqual([nonsense, 'HTTP/1.1 400 Bad Request']);
      expect(answer).not.toMatch(/node|at .*:\d/i);
    }
  });
});

describe('who is slow on purpose', () => {
  let hasty: Listening;
  beforeAll(async () => {
    const limits = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 100 };
    hasty = await listen(server, limits);
  });
  afterAll(() => hasty.close());

  it('a head that does not end is cut off', async () => {
    expect(statusOf(await send(`GET / HTTP/1.1\r\nHost: server.test\r\nX: `, undefined, hasty))).toBe(408);
  });

  it('a body that does not come is cut off', async () => {
    expect(statusOf(await send(`${posting('Content-Length: 100')}{"a`, undefined, hasty))).toBe(408);
  });

  it('the real server looks for such connections every second', () => {
    expect(LIMITS.headersTimeout).toBeLessThanOrEqual(10_000);
    expect(LIMITS.requestTimeout).toBeLessThanOrEqual(30_000);
    expect(LIMITS.connectionsCheckingInterval).toBeLessThanOrEqual(1_000);
    expect(readFileSync('server/main.ts', 'utf8')).toContain('createListener(app)');
  });
});

it('after all of that the server answers as before', async () => {
  const init = { method: 'POST', headers: { authorization } };
  expect((await fetch(`${listening.origin}/api/getUser`, init)).status).toBe(200);
});
