import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTyped } from './use-typed.ts';

const PAUSE_MS = 250;

const reported: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  reported.length = 0;
});
afterEach(() => void vi.useRealTimers());

const show = () =>
  renderHook(({ value }) => useTyped({ value, onChange: text => reported.push(text), pauseMs: PAUSE_MS }), {
    initialProps: { value: '' },
  });
type Shown = ReturnType<typeof show>['result'];

const type = (result: Shown, ...texts: string[]) => {
  for (const text of texts) act(() => result.current[1](text));
};
const pause = () => act(() => vi.advanceTimersByTime(PAUSE_MS));

test('with a pause the parent hears it once, and what is typed meanwhile stays', () => {
  const { result, rerender } = show();
  type(result, 'Я', 'Як');
  expect([result.current[0], reported]).toEqual(['Як', []]);
  pause();
  type(result, 'Яко');
  rerender({ value: 'Як' });
  expect([result.current[0], reported]).toEqual(['Яко', ['Як']]);
  pause();
  expect(reported).toEqual(['Як', 'Яко']);
});

test('another value and whoever has left the screen report nothing more', () => {
  const { result, rerender, unmount } = show();
  type(result, 'Я');
  rerender({ value: 'Жук' });
  pause();
  expect([result.current[0], reported]).toEqual(['Жук', []]);
  type(result, 'Жуко');
  unmount();
  pause();
  expect(reported).toEqual([]);
});

test('what leads back to the value, and another address meanwhile, report nothing', () => {
  const { result } = show();
  type(result, 'Я', '');
  pause();
  type(result, 'Я');
  window.history.pushState(null, '', '/elsewhere');
  pause();
  expect(reported).toEqual([]);
});
