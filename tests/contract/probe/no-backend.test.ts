/** The probe before what is no backend at all, on real sockets: it ends, in time, and says what is the matter. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Refused } from '#server/cli/admin/command.ts';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import { freePort } from '#tests/support/server-process.ts';
import { type Probing, probeWith } from './probing.ts';

const MIB = 1024 * 1024;
const FAST = { callMs: 300, answerBytes: MIB };

const running: { close: () => void; closeAllConnections?: () => void }[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

function listen(server: Server): Promise<number> {
  running.push(server);
  return listenOnLoopback(server);
}

const serve = async (answer: RequestListener) => `http://127.0.0.1:${await listen(createServer(answer))}`;
/** The same answer to everything; a text or bytes go as they are. */
const withJson =
  (body: unknown, status = 200, headers = {}): RequestListener =>
  (_, answer) =>
    answer
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
const probeAt = (origin: string, more: Probing = {}) =>
  probeWith({ origin, user: 'somebody@test.example', limits: FAST, ...more });

/** What the probe says where it gives up at once. */
const refusalOf = async (origin: string) => {
  const gaveUp = await probeAt(origin).catch((error: unknown) => error);
  if (!(gaveUp instanceof Refused)) throw new Error('the probe went on');
  return gaveUp.message;
};

describe('nobody', () => {
  it('listens', async () => {
    const received = await refusalOf(`http://127.0.0.1:${await freePort()}`);
    expect(received).toMatch(/^Сервер не ответил: в соединении отказано/);
  });

  it('has that name', async () => {
    const received = await refusalOf('https://nobody.invalid');
    expect(received).toMatch(/^Сервер не ответил: (такого имени нет|DNS не отвечает)/);
  });

  it('says anything in time', async () => {
    const origin = await serve(() => undefined);
    expect(await refusalOf(origin)).toBe('Сервер не ответил: нет ответа за 0.3 с');
  });

  it('finishes an answer that comes drop by drop', async () => {
    const origin = await serve((_, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => answer.write(' '), 20);
      answer.once('close', () => clearInterval(drip));
    });
    expect(await refusalOf(origin)).toBe('Сервер не ответил: нет ответа за 0.3 с');
  });

  it('speaks HTTP', async () => {
    const port = await listen(
      createSocketServer(socket => socket.end('220 mail ESMTP\r\n')) as unknown as Server,
    );
    expect(await refusalOf(`http://127.0.0.1:${port}`)).toMatch(/^Сервер не ответил: это не HTTP/);
  });

  it('goes on answering: after two silences the others are not asked', async () => {
    let answered = 0;
    const origin = await serve((_, answer) => {
      answered += 1;
      if (answered > 3) return void answer.socket?.destroy();
      answer.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthenticated."}');
    });
    const { verdict, calls } = await probeAt(origin);
    expect(verdict.ready).toBe(false);
    expect(answered).toBe(5);
    const why = ['не спрашивали: сервер перестал отвечать'];
    expect(calls.at(-1)).toMatchObject({ outcome: 'skipped', why });
  });
});

describe('an answer without measure', () => {
  it.each([
    ['as it is', {}, (text: string) => Buffer.from(text)],
    ['packed small', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
  ])('is cut off at the limit, %s', async (_, headers, pack) => {
    const body = pack(`["${'x'.repeat(3 * MIB)}"]`);
    const origin = await serve(withJson(body, 200, headers));
    const gaveUp = probeAt(origin, { limits: { callMs: 5000, answerBytes: MIB } });
    await expect(gaveUp).rejects.toThrow('Сервер не ответил: ответ больше 1 МиБ');
  });

  it('and one without bottom are unreadable, not fatal', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const lists = `${'{"list":'.repeat(50_000)}[]${'}'.repeat(50_000)}`;
    for (const body of [deep, lists]) {
      const origin = await serve(withJson(body));
      const { verdict } = await probeAt(origin, { limits: { callMs: 5000, answerBytes: MIB } });
      expect(verdict.ready).toBe(false);
    }
  });
});

describe('a page', () => {
  const page =
    (body: string): RequestListener =>
    (_, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);

  it.each([
    ['of a portal', '<html><body>Примите условия сети</body></html>', 'вместо JSON страница (HTML): портал'],
    ['to log in', '<form method=post><input type=password></form>', 'вместо JSON страница входа (HTML)'],
  ])('%s in place of every answer is no backend', async (_, body, words) => {
    const { verdict, said } = await probeAt(await serve(page(body)));
    expect(verdict.ready).toBe(false);
    expect(verdict.problems.join('\n')).toContain(words);
    expect(said).not.toContain('Примите');
  });

  it('elsewhere is not gone to, and gets no password', async () => {
    let visited = 0;
    const elsewhere = await serve((_, answer) => {
      visited += 1;
      answer.end('{}');
    });
    const asked: string[] = [];
    const origin = await serve((request, answer) => {
      asked.push(`${request.method} ${request.url}`);
      answer.writeHead(302, { location: `${elsewhere}/api?token=secret` }).end();
    });
    expect(await refusalOf(origin)).toBe(
      `Сервер перенаправляет на ${elsewhere}: если это он, задайте этот адрес`,
    );
    expect([visited, asked]).toEqual([0, ['GET /api/health/ready']]);
  });

  it('on the same host is not gone to either: the app would not', async () => {
    const seen = new Set<string>();
    const origin = await serve((request, answer) => {
      seen.add(request.url ?? '');
      answer.writeHead(302, { location: '/login' }).end();
    });
    const { facts, verdict } = await probeAt(origin);
    expect(seen.has('/login')).toBe(false);
    expect(facts.unauthenticated).toEqual({ words: 'перенаправление вместо 401', isUsable: false });
    expect(verdict.problems.join('\n')).toContain('после конца сеанса приложение не поймет');
  });
});

it('what a stranger writes reaches no terminal: neither names of features nor codes nor places', async () => {
  const evil = '\u001b]0;pwned\u0007';
  const body = { error: evil, message: evil, hint: evil, [evil]: [evil] };
  const origin = await serve(withJson(body, 400, { 'idempotency-status': 'x' }));
  const { said } = await probeAt(origin);
  expect(said).not.toContain('pwned');
  const friendly = await serve(
    withJson({ status: 'ok', features: [evil, 'revoke'], id: 1, role: { [evil]: evil }, [evil]: 1 }),
  );
  const { said: received, facts } = await probeAt(friendly);
  expect(received).not.toContain('pwned');
  expect(facts.features).toEqual(['revoke']);
  const pair = { access_token: 'pwned', expires_in: 60 };
  const map = await serve((request, answer) =>
    answer
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(request.url === '/oauth/token' ? pair : { '(pwned': 'x', [evil]: 'x' })),
  );
  const { said: heard, calls } = await probeAt(map);
  expect(calls.find(({ name }) => name === 'listSources')?.outcome).toBe('read');
  expect(heard).not.toContain('pwned');
});

it('who asks for patience gets it twice: then 429 ends the questions', async () => {
  let asked = 0;
  const origin = await serve((_, answer) => {
    asked += 1;
    answer
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' })
      .end('{"message":"Too Many Attempts."}');
  });
  const { verdict } = await probeAt(origin);
  expect(asked).toBe(3);
  expect(verdict.ready).toBe(false);
});

describe('TLS', () => {
  const certificate = (...names: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'promo-tls-'));
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const subject = ['-subj', '/CN=probe', '-addext', `subjectAltName=${names.join(',')}`];
    const made = 'req -x509 -newkey rsa:2048 -nodes -days 1'.split(' ');
    execFileSync('openssl', [...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    const pair = { key: readFileSync(key), cert: readFileSync(cert) };
    rmSync(folder, { recursive: true });
    return pair;
  };

  it('that nobody vouches for is refused in words, before a password leaves', async () => {
    let asked = 0;
    const server = createTlsServer(certificate('IP:127.0.0.1'), (_, answer) => {
      asked += 1;
      answer.end('{}');
    });
    const port = await listen(server);
    const received = await refusalOf(`https://127.0.0.1:${port}`);
    expect(received).toMatch(/^Сервер не ответил: сертификат TLS самоподписанный/);
    expect(asked).toBe(0);
  });

  it('is not there', async () => {
    const origin = await serve((_, answer) => answer.end('{}'));
    const received = await refusalOf(origin.replace('http:', 'https:'));
    expect(received).toMatch(/на этом порту нет TLS|TLS не договорился/);
  });
});
