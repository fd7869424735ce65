// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenBack } from './when-back.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function turn(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('who comes back from the dialer is met once', () => {
  const onBack = vi.fn();
  whenBack(onBack);
  turn('hidden');
  vi.advanceTimersByTime(20 * 60_000);
  expect(onBack).not.toHaveBeenCalled();
  turn('visible');
  turn('hidden');
  turn('visible');
  expect(onBack).toHaveBeenCalledOnce();
});

test('a desktop without a dialer is not asked when the tab is changed later', () => {
  const onBack = vi.fn();
  whenBack(onBack);
  turn('visible');
  vi.advanceTimersByTime(31_000);
  turn('hidden');
  turn('visible');
  expect(onBack).not.toHaveBeenCalled();
});

test('a dialer that opened first counts too', () => {
  const onBack = vi.fn();
  turn('hidden');
  whenBack(onBack);
  turn('visible');
  expect(onBack).toHaveBeenCalledOnce();
});

test('a newer call ends the waiting for the older one', () => {
  const onBack = vi.fn();
  whenBack(onBack)();
  turn('hidden');
  turn('visible');
  expect(onBack).not.toHaveBeenCalled();
});
