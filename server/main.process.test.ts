import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { enginePid, killEngine, openFolder } from '#tests/support/engine-of.ts';
import { type LaunchedServer, launchServer, SOURCES } from '#tests/support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-main-'));
const running: LaunchedServer[] = [];
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  for (const dataDir of [folder, join(folder, 'open'), join(folder, 'lost')]) await killEngine(dataDir);
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

it('starts on an empty folder, shares its engine with a second process, survives kills and stops in order', async () => {
  const first = await start({}, SOURCES);
  expect(first.out()).toContain('promoter@example.com');
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/application\/$/);
  const signedIn = await tokenOf(first.url, 'promoter@example.com', 'demo-demo');
  expect(signedIn.status).toBe(200);
  const headers = { authorization: `Bearer ${(await signedIn.json()).access_token}` };
  const totalAt = async (url: string) =>
    (await (await fetch(new URL('/api/promo/contacts/list', url), { headers })).json()).total;
  expect(await totalAt(first.url)).toBe(300);
  const book = await (await fetch(new URL('/api/promo/contacts/fullList', first.url), { headers })).text();
  expect(book).toMatch(/ё/);
  expect(book.match(/"full_phone":"(?!7000)/g)).toBeNull();
  for (const path of [folder, join(folder, 'postgres')]) expect(statSync(path).mode & 0o777).toBe(0o700);

  const second = await start();
  const engine = enginePid(folder);
  expect(await totalAt(second.url)).toBe(300);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  expect([await totalAt(first.url), enginePid(folder)]).toEqual([300, engine]);

  first.child.kill('SIGKILL');
  await first.exited;
  const third = await start();
  expect([await totalAt(third.url), enginePid(folder)]).toEqual([300, engine]);
  await killEngine(folder);
  const isReady = async () => (await fetch(new URL('/api/health/ready', third.url))).ok;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  expect(await totalAt(third.url)).toBe(300);
  expect(third.errors()).toMatch(/"engine\.lost"[\s\S]*"engine\.back"/);
  third.child.kill('SIGTERM');
  expect(await third.exited).toBe(0);
  expect(enginePid(folder)).toBeUndefined();
  expect(third.errors()).not.toMatch(/example\.com|demo-demo/);
});

it('goes on with its first start where its engine is lost in the middle of it', async () => {
  const dataDir = join(folder, 'lost');
  const starting = start({ DATA_DIR: dataDir });
  await expect.poll(() => existsSync(join(dataDir, 'postgres')), { timeout: 60_000 }).toBe(true);
  // It is open as soon as the server has it, whose first start goes on for seconds.
  const beside = await openFolder(dataDir);
  await killEngine(dataDir);
  await beside.close();
  const { url, out, errors } = await starting;
  expect(errors()).toContain('"start.waits"');
  expect(out()).toContain('promoter@example.com');
  expect((await tokenOf(url, 'promoter@example.com', 'demo-demo')).status).toBe(200);
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
