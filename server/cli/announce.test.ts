import { expect, it } from 'vitest';
import { announce, explainFault, explainStart } from './announce.ts';
import { readEnvironment } from './environment.ts';

const env = readEnvironment({ DATABASE_URL: 'postgres://promo@127.0.0.1/promo', METRICS_PORT: '9091' });
const url = 'http://127.0.0.1:8080/application/';

it('tells how the first administrator is made where nobody can sign in yet', () => {
  const text = announce(env, url, 'refused');
  expect(text).toContain('npm run -s admin -- user:create <e-mail> --name "Имя" --role admin');
  expect(text).toContain(`Открыто: ${url}`);
});

it('speaks of demo accounts only where there are some', () => {
  expect(announce(env, url, 'none')).not.toMatch(/демо|example\.com/i);
  expect(announce(env, url, 'present')).toContain('admin@example.com');
});

it('says how to go on where the published password is not good', () => {
  for (const exposed of [{ HOST: '0.0.0.0' }, { TRUSTED_PROXIES: '1' }]) {
    const text = announce(readEnvironment(exposed), url, 'present');
    expect(text).toContain('Демо-доступы с паролем demo-demo закрыты');
    expect(text).toContain('user:passwd admin@example.com');
  }
});

it('names the setting of the port that is taken', () => {
  const taken = (port: number) => explainStart(Object.assign(new Error(), { code: 'EADDRINUSE', port }), env);
  expect(taken(8080)).toContain('Порт 8080 на 127.0.0.1 занят (EADDRINUSE). Задайте другой: PORT=');
  expect(taken(9091)).toContain('METRICS_PORT=');
});

it('names the setting whose address or folder there is not', () => {
  const failed = (code: string) => explainStart(Object.assign(new Error(), { code }), env);
  expect(failed('ENOTFOUND')).toBe(
    'Неверная настройка: HOST=127.0.0.1: на этой машине такого адреса нет (ENOTFOUND).',
  );
  expect(failed('EADDRNOTAVAIL')).toContain('HOST=127.0.0.1');
  expect(failed('ENOTDIR')).toMatch(/^Неверная настройка: DATA_DIR=.*: это не папка \(ENOTDIR\)\.$/);
});

it('says that rows which a start needs are held by another process', () => {
  const held = new Error('Failed query: insert', { cause: Object.assign(new Error(), { code: '55P03' }) });
  expect(explainStart(held, env)).toMatch(/^База данных занята: другой процесс/);
});

it('shows of our own fault the first cause, without the values of a statement', () => {
  const cause = new RangeError('out of range');
  const shown = explainFault(new Error('Failed query: insert\nparams: a-secret', { cause }));
  expect(shown).toContain('RangeError: out of range');
  expect(shown).not.toContain('a-secret');
});
