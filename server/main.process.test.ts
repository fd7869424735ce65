import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type LaunchedServer, launchServer, SOURCES } from '#tests/support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-main-'));
const running: LaunchedServer[] = [];
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the server on a free port and waits until it has said where it is, or ended. */
async function start(env: Record<string, string> = {}, program?: readonly string[]) {
  const launched = launchServer({ PORT: '0', DATA_DIR: folder, ...env }, program);
  running.push(launched);
  await Promise.race([launched.said('Открыто:').catch(() => undefined), launched.exited]);
  const url = /Открыто: (\S+)/.exec(launched.out())?.[1] ?? '';
  return { ...launched, url };
}

async function tokenOf(url: string, email: string, password: string): Promise<Response> {
  const config = await (await fetch(new URL('config.json', url))).json();
  const form = {
    grant_type: 'password',
    client_id: config.clientId,
    client_secret: config.clientSecret,
    scope: '',
  };
  const body = new URLSearchParams({ ...form, username: email, password });
  return fetch(new URL('/oauth/token', url), { method: 'POST', body });
}

it('starts on an empty folder, refuses a second process, survives a kill and stops in order', async () => {
  const first = await start({}, SOURCES);
  expect(first.out()).toContain('promoter@example.com');
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/application\/$/);
  const signedIn = await tokenOf(first.url, 'promoter@example.com', 'demo-demo');
  expect(signedIn.status).toBe(200);
  const headers = { authorization: `Bearer ${(await signedIn.json()).access_token}` };
  const list = await (await fetch(new URL('/api/promo/contacts/list', first.url), { headers })).json();
  expect(list.total).toBe(300);
  const book = await (await fetch(new URL('/api/promo/contacts/fullList', first.url), { headers })).text();
  expect(book).toMatch(/ё/);
  expect(book.match(/"full_phone":"(?!7000)/g)).toBeNull();
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);

  const second = await start();
  expect(await second.exited).toBe(1);
  expect(second.errors().trim().split('\n')).toHaveLength(1);
  expect(second.errors()).toContain(`pid ${first.child.pid}`);
  expect((await fetch(new URL('/api/health/ready', first.url))).status).toBe(200);

  first.child.kill('SIGKILL');
  await first.exited;
  const third = await start();
  const again = await fetch(new URL('/api/promo/contacts/list', third.url), { headers });
  expect((await again.json()).total).toBe(300);
  third.child.kill('SIGTERM');
  expect(await third.exited).toBe(0);
  expect(readdirSync(folder).filter(name => name.startsWith('lock'))).toEqual([]);
  expect(third.errors()).not.toMatch(/example\.com|demo-demo/);
  expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toHaveLength(40);
});

it('says in one line which port is taken and which setting is wrong', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const taken = await start({ PORT: port });
  expect(await taken.exited).toBe(1);
  expect(taken.errors()).toMatch(new RegExp(`^Порт ${port} .*занят.*\n$`));
  blocker.close();
  const wrong = await start({ PORT: 'eighty' });
  expect(await wrong.exited).toBe(1);
  expect(wrong.errors()).toMatch(/^Неверная настройка: PORT=eighty.*\n$/);
});

it('makes no demo accounts where others can reach them, unless their password was chosen', async () => {
  const open = join(folder, 'open');
  const bare = await start({ HOST: '0.0.0.0', DATA_DIR: open });
  expect(bare.out()).toContain('Демо-данные не созданы');
  const url = bare.url.replace('0.0.0.0', '127.0.0.1');
  expect((await tokenOf(url, 'promoter@example.com', 'demo-demo')).status).toBe(400);
  bare.child.kill('SIGTERM');
  await bare.exited;
  const chosen = await start({ HOST: '0.0.0.0', DATA_DIR: open, DEMO_PASSWORD: 'own choice' });
  const there = chosen.url.replace('0.0.0.0', '127.0.0.1');
  expect((await tokenOf(there, 'promoter@example.com', 'own choice')).status).toBe(200);
  expect((await tokenOf(there, 'promoter@example.com', 'demo-demo')).status).toBe(400);
  chosen.child.kill('SIGTERM');
  expect(await chosen.exited).toBe(0);
});
