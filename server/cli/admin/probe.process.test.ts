/** `probe` as a process of its own, before a server as a process of its own. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdminAtTerminal, runAdminWithSecret } from '#tests/support/admin.ts';
import { CLIENT, type Listening, listen, serverForAll, TEST_PASSWORD } from '#tests/support/server.ts';

const PAGE = 'http://127.0.0.1:9';

const folder = mkdtempSync(join(tmpdir(), 'promo-probe-'));
const secretFile = join(folder, 'secret');
const server = serverForAll({ config: { corsOrigins: [PAGE] } });
let listening: Listening;
beforeAll(async () => {
  writeFileSync(secretFile, `${CLIENT.client_secret}\n`);
  listening = await listen(server);
});
afterAll(async () => {
  await listening.close();
  rmSync(folder, { recursive: true, force: true });
});

const probe = (password: string, ...args: string[]) => {
  const login = ['--user', server.users.promoter.email, '--client-secret-file', secretFile];
  return runAdminWithSecret(`${password}\n`, {}, 'probe', listening.origin, ...login, ...args);
};

it('writes the configuration of a backend that the app can use, and says so with 0', async () => {
  const file = join(folder, 'config.json');
  const { exit, out, errors } = await probe(TEST_PASSWORD, '--page-origin', PAGE, '--write', file);
  expect([exit, out]).toEqual([0, expect.stringContaining('Итог: все нужное приложению читается.')]);
  expect(errors).toContain('POST /api/getUser …');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    apiOrigin: listening.origin,
    clientId: '2',
    clientSecret: CLIENT.client_secret,
    idempotency: true,
    zone: 'Europe/Moscow',
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(out + errors).not.toContain(TEST_PASSWORD);
  expect(out + errors).not.toContain(CLIENT.client_secret);
});

it('keeps the report on stdout where the answer is no, ends with 1 and writes no configuration', async () => {
  const file = join(folder, 'refused.json');
  const args = ['--json', '--page-origin', PAGE, '--write', file];
  const { exit, out, errors } = await probe('wrong', ...args);
  expect(exit).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ format: 2, verdict: { ready: false } });
  expect(errors).toMatch(/\nСервер не подходит приложению или не проверен до конца\.\n$/);
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
});

it('refuses a file that is there before it asks for the password', async () => {
  const file = join(folder, 'kept.json');
  writeFileSync(file, 'kept');
  const args = ['--user', 'a@b.example', '--client-secret-file', secretFile, '--page-origin', PAGE];
  const { exit, out } = await runAdminAtTerminal([], {}, 'probe', listening.origin, ...args, '--write', file);
  expect([exit, out.trim()]).toEqual([1, `Файл ${file} уже есть: ничего не затираю, задайте другое имя`]);
  expect(readFileSync(file, 'utf8')).toBe('kept');
});
