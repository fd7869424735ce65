/** Secrets typed at a terminal: unseen, a new one twice, a known one once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runAdminAtTerminal } from '#tests/support/admin.ts';

const SECRET = 'unseen-at-all';

const folder = mkdtempSync(join(tmpdir(), 'promo-terminal-'));
const environment = { DATA_DIR: join(folder, 'none') };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a new password that was typed in two ways is refused before anything is opened', async () => {
  const lines = [
    { question: 'Новый пароль для ivan@example.com: ', typed: SECRET },
    { question: 'Новый пароль для ivan@example.com еще раз: ', typed: `${SECRET}!` },
  ];
  const { exit, out } = await runAdminAtTerminal(lines, environment, 'user:passwd', 'ivan@example.com');
  expect(exit).toBe(1);
  expect(out).toContain('Введено разное');
  expect(out).not.toContain(SECRET);
});

it('a password that somebody else keeps is asked for once', async () => {
  const lines = [{ question: 'Пароль probe@example.ru: ', typed: SECRET }];
  const secretFile = join(folder, 'client.txt');
  writeFileSync(secretFile, 'of-the-client');
  const target = ['http://127.0.0.1:1', '--insecure', '--client-secret-file', secretFile];
  const args = ['probe', ...target, '--user', 'probe@example.ru'];
  const { exit, out } = await runAdminAtTerminal(lines, environment, ...args);
  expect(exit).toBe(1);
  expect(out).not.toContain('еще раз');
  expect(out).not.toContain(SECRET);
  expect(out).toContain('Сервер не ответил');
});

it('Ctrl+C at the question ends it in words', async () => {
  const lines = [{ question: 'Новый пароль для ivan@example.com: ', typed: '\u0003' }];
  const { exit, out } = await runAdminAtTerminal(lines, environment, 'user:passwd', 'ivan@example.com');
  expect(exit).toBe(1);
  expect(out.split(/\r?\n/)).toEqual([
    'Новый пароль для ivan@example.com: ',
    'Прервано, ничего не сделано',
    '',
  ]);
});
