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
