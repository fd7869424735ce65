import { expect, it } from 'vitest';
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
