import { describe, expect, it } from 'vitest';
import { BadSetting, readEnvironment } from './environment.ts';

it('does not ask policies unless it is told to', () => {
  expect(readEnvironment({}).enforce).toBe('off');
  expect(readEnvironment({ ABAC_ENFORCE: '' }).enforce).toBe('off');
});

it.each(['off', 'log', 'on'] as const)('ABAC_ENFORCE=%s is what was said', mode => {
  expect(readEnvironment({ ABAC_ENFORCE: ` ${mode} ` }).enforce).toBe(mode);
});

it.each(['ON', 'yes', '1', 'true', 'enforce', 'of'])('refuses to start with ABAC_ENFORCE=%s', text => {
  const start = () => readEnvironment({ ABAC_ENFORCE: text });
  expect(start).toThrow(BadSetting);
  expect(start).toThrow(`ABAC_ENFORCE=${text}: возможны off, log, on`);
});

it('opens ten connections a process unless told otherwise, and at least one', () => {
  expect(readEnvironment({}).databasePool).toBe(10);
  expect(readEnvironment({ DATABASE_POOL: '3' }).databasePool).toBe(3);
  for (const text of ['0', '-1', '201', 'many', '2.5']) {
    expect(() => readEnvironment({ DATABASE_POOL: text })).toThrow(
      `DATABASE_POOL=${text}: нужно целое число от 1 до 200`,
    );
  }
});

it('takes a backend elsewhere for one without keys unless told otherwise: an order would be doubled', () => {
  const API_ORIGIN = 'https://api.example';
  expect(readEnvironment({}).idempotency).toBe(true);
  expect(readEnvironment({ API_ORIGIN }).idempotency).toBe(false);
  expect(readEnvironment({ API_ORIGIN, API_IDEMPOTENCY: 'on' }).idempotency).toBe(true);
});

describe('DATABASE_URL', () => {
  it.each([
    ['two hosts with ports', 'postgres://promo:SECRET@one:5432,two:5433/promo', 'нельзя прочитать'],
    ['two hosts with one port', 'postgres://promo:SECRET@one,two:5432/promo', 'назван не один хост'],
    ['two hosts after «?»', 'postgres://promo:SECRET@/promo?host=one,two', 'назван не один хост'],
    ['two ports after «?»', 'postgres://promo:SECRET@one/promo?port=5432,5433', 'назван не один хост'],
    ['a port that is none', 'postgres://promo:SECRET@one:port/promo', 'нельзя прочитать'],
    ['a port beyond all', 'postgres://promo:SECRET@one:70000/promo', 'нельзя прочитать'],
    ['a letter for a port after «?»', 'postgres://promo:SECRET@one/promo?port=x', 'нельзя прочитать'],
    ['a bare # in the password', 'postgres://promo:12#SECRET@one/promo', 'нельзя прочитать'],
    ['a bare / in the password', 'postgres://promo:12/SECRET@one/promo', 'нельзя прочитать'],
    ['a bare ? in the password', 'postgres://promo:12?SECRET@one/promo', 'не поддерживается параметр'],
    ['a space in the host', 'postgres://promo:SECRET@one two/promo', 'нельзя прочитать'],
    ['a sign that no host has', 'postgres://promo:SECRET@one!/promo', 'нельзя прочитать'],
    ['quotes around it', "'postgres://promo:SECRET@one/promo'", 'нельзя прочитать'],
    ['another scheme', 'mysql://promo:SECRET@one/promo', 'нельзя прочитать'],
    ['no scheme', 'promo:SECRET@one/promo', 'нельзя прочитать'],
    ['key and value', 'host=one password=SECRET', 'нельзя прочитать'],
    ['nothing', ' ', 'нельзя прочитать'],
    ['no such file', 'postgres://promo:SECRET@one/promo?sslrootcert=/none', 'файл сертификата или ключа'],
    ['a folder for a file', 'postgres://promo:SECRET@one/promo?sslkey=/', 'файл сертификата или ключа'],
    [
      'a choice among servers',
      'postgres://promo:SECRET@one/promo?target_session_attrs=read-write',
      'не поддерживается target_session_attrs',
    ],
    [
      'a misspelt sslmode',
      'postgres://promo:SECRET@one/promo?ssl_mode=require',
      'не поддерживается параметр',
    ],
  ])('with %s starts nothing, says why in Russian, and repeats nothing of it', (_, DATABASE_URL, why) => {
    const start = () => readEnvironment({ DATABASE_URL });
    expect(start).toThrow(BadSetting);
    expect(start).toThrow(why);
    expect(start).toThrow('Нужен один хост: postgres://пользователь:пароль@хост:5432/база');
    expect(start).not.toThrow('SECRET');
  });

  it.each([
    'postgres://promo:p%40%2F%3F%23%25@127.0.0.1:5433/promo',
    'postgresql://promo@db.firm.example/promo?sslmode=verify-full&application_name=promo',
    'postgres://promo@[::1]:5432/promo?options=-c%20search_path%3Dfirm',
    'postgres://promo@/promo?host=/run/postgresql',
    'postgres://promo@%2Frun%2Fpostgresql/promo',
    '/run/postgresql promo',
    'socket:/run/postgresql?db=promo',
  ])('may be %s', DATABASE_URL => {
    expect(readEnvironment({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });
});

it.each([
  ['PORT', 'eighty', 'нужно целое число'],
  ['PORT', '0x50', 'нужно целое число'],
  ['PORT', '8e3', 'нужно целое число'],
  ['PORT', '65536', 'нужно целое число'],
  ['DRAIN_MS', '10s', 'нужно целое число'],
  ['METRICS_PORT', '-1', 'нужно целое число'],
  ['CORS_ORIGINS', 'app.example.ru', 'нужен адрес вида https://app.example.ru'],
  ['CORS_ORIGINS', '*', 'нужен адрес'],
  [
    'CORS_ORIGINS',
    'https://one.example, https://two.example/',
    'CORS_ORIGINS=https://two.example/: нужен адрес',
  ],
  ['API_ORIGIN', 'api.example.ru', 'нужен адрес'],
  ['API_ORIGIN', 'https://api.example.ru/backend', 'нужен адрес'],
  ['API_ORIGIN', 'https://one.example https://two.example', 'нужен адрес'],
  ['API_ORIGIN', 'ftp://api.example.ru', 'нужен адрес'],
  ['FIRM_ZONE', 'Moskva', 'нет такого часового пояса'],
  ['DEMO_SIZE', 'huge', 'возможны'],
])('%s=%s is refused with its name', (name, text, why) => {
  const start = () => readEnvironment({ [name]: text });
  expect(start).toThrow(BadSetting);
  expect(start).toThrow(why);
  expect(start).toThrow(name);
});
