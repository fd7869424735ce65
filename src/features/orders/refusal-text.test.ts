import { expect, it } from 'vitest';
import { refusalText } from './refusal-text.ts';

it('[S6] [S7] says what to do when the device refuses', () => {
  expect(refusalText({ reason: 'full' })).toContain('нет места');
  expect(refusalText({ reason: 'outdated' })).toContain('новая версия');
  expect(refusalText({ reason: 'unknown-outcome' })).toContain('уже отправляется');
});
