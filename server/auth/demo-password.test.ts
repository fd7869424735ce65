import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHEAP_HASH } from '#tests/support/fixture.ts';
import { workAs } from '#tests/support/people.ts';
import { CLIENT, listen, serverForEach, TEST_CONFIG, type TestServer } from '#tests/support/server.ts';
import { type App, createApp } from '../app.ts';
import { users } from '../db/schema.ts';
import { PUBLISHED_PASSWORD } from './demo-password.ts';
import { hashPassword } from './passwords.ts';

const OWN_PASSWORD = 'a password of their own';

const here: TestServer = serverForEach();
/** The same firm, served where others reach it. */
let exposed: App;

beforeEach(async () => {
  const { db, clock } = here;
  exposed = createApp({ db, clock, log: () => undefined, config: { ...TEST_CONFIG, isExposed: true } });
  await setPassword('admin@example.com', PUBLISHED_PASSWORD);
});

async function setPassword(email: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password, CHEAP_HASH);
  await here.db.update(users).set({ email, password_hash }).where(eq(users.id, here.users.admin.id));
}

type Pair = { access_token: string; refresh_token: string };

const token = (app: App, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request('/oauth/token', { method: 'POST', headers, body: new URLSearchParams({ ...CLIENT, ...form }) });
const signIn = (app: App, password: string, headers?: Record<string, string>) =>
  token(app, { grant_type: 'password', username: 'admin@example.com', password, scope: '' }, headers);
const refresh = (app: App, { refresh_token }: Pair) =>
  token(app, { grant_type: 'refresh_token', refresh_token, scope: '' });
const whoAmI = async (app: App, { access_token }: Pair, headers: Record<string, string> = {}) => {
  const authorization = `Bearer ${access_token}`;
  return (await app.request('/api/getUser', { method: 'POST', headers: { authorization, ...headers } }))
    .status;
};

/** The status of the answer to those lines, which no client of the platform would send. */
async function statusOf(origin: string, lines: string[]): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  let heard = '';
  for await (const part of socket) heard += part;
  return Number(heard.split(' ')[1]);
}

const FORWARDED = [
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'Forwarded',
  'X-Real-IP',
  'Via',
];

describe('the password that is published', () => {
  it('is good where nobody else can come', async () => {
    const answer = await signIn(here.app, PUBLISHED_PASSWORD);
    expect(answer.status).toBe(200);
    expect(await whoAmI(here.app, await answer.json())).toBe(200);
  });

  it('signs nobody in where others can, and what was given for it before is good no more', async () => {
    const before: Pair = await (await signIn(here.app, PUBLISHED_PASSWORD)).json();
    expect((await signIn(exposed, PUBLISHED_PASSWORD)).status).toBe((await signIn(exposed, 'wrong')).status);
    expect(await whoAmI(exposed, before)).toBe(401);
    expect((await refresh(exposed, before)).ok).toBe(false);
  });

  it.each(FORWARDED)('nor where a proxy that we know nothing of has written %s', async name => {
    const before: Pair = await (await signIn(here.app, PUBLISHED_PASSWORD)).json();
    const headers = { [name]: '192.0.2.1' };
    expect((await signIn(here.app, PUBLISHED_PASSWORD, headers)).ok).toBe(false);
    expect(await whoAmI(here.app, before, headers)).toBe(401);
  });

  it('nor where the server was asked by a name of the network, through a tunnel that adds nothing', async () => {
    const before: Pair = await (await signIn(here.app, PUBLISHED_PASSWORD)).json();
    const statusAt = (host: string) => whoAmI(here.app, before, { host });
    expect(await statusAt('firm.example:8080')).toBe(401);
    for (const host of ['127.0.0.1:8080', 'localhost', 'promo.localhost:80', '[::1]:8080'])
      expect([host, await statusAt(host)]).toEqual([host, 200]);
  });

  it('nor where a proxy asks that was told nothing but where', async () => {
    const { access_token }: Pair = await (await signIn(here.app, PUBLISHED_PASSWORD)).json();
    const { origin, close } = await listen(here);
    const authorization = `Authorization: Bearer ${access_token}`;
    const ask = (version: string) =>
      statusOf(origin, [
        `POST /api/getUser HTTP/${version}`,
        'Host: localhost',
        authorization,
        'Content-Length: 0',
      ]);
    expect([await ask('1.1'), await ask('1.0')]).toEqual([200, 401]);
    await close();
  });

  it('keeps nobody out whose account has a password of its own, by then', async () => {
    const before: Pair = await (await signIn(here.app, PUBLISHED_PASSWORD)).json();
    expect(await whoAmI(exposed, before)).toBe(401);
    await setPassword('admin@example.com', OWN_PASSWORD);
    const after: Pair = await (await signIn(exposed, OWN_PASSWORD)).json();
    expect(await whoAmI(exposed, after)).toBe(200);
    expect((await refresh(exposed, after)).status).toBe(200);
  });

  it('lets nobody work as somebody else', async () => {
    const { access_token }: Pair = await (await signIn(here.app, PUBLISHED_PASSWORD)).json();
    const { promoter } = here.users;
    const headers = await workAs(here, { authorization: `Bearer ${access_token}` }, promoter);
    const ask = async (app: App) => (await app.request('/api/getUser', { method: 'POST', headers })).status;
    expect([await ask(here.app), await ask(exposed)]).toEqual([200, 401]);
  });
});
