import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ANNOUNCE_AFTER_MS, useDebouncedAnnouncement } from './sync-widget.tsx';

describe('what a screen reader hears', () => {
  beforeEach(() => void vi.useFakeTimers());

  const region = () =>
    renderHook(({ state, words }) => useDebouncedAnnouncement(state, words, 'idle'), {
      initialProps: { state: 'idle', words: 'Все отправлено' },
    });

  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

  test('says nothing while nothing has happened', () => {
    const { result } = region();
    pass(ANNOUNCE_AFTER_MS * 2);
    expect(result.current).toBe('');
  });

  test('a hundred entries on their way are told once, when it is over', () => {
    const { result, rerender } = region();
    const received = new Set<string>();
    for (let left = 100; left > 0; left -= 1) {
      rerender({ state: 'sending', words: `Отправляем 1 из ${left}` });
      pass(50);
      rerender({ state: 'pending', words: `Ждут отправки: ${left - 1}` });
      pass(5);
      received.add(result.current);
    }
    rerender({ state: 'idle', words: 'Все отправлено' });
    pass(ANNOUNCE_AFTER_MS);
    expect([...received, result.current]).toEqual(['', 'Все отправлено']);
  });

  test('a state that lasts is told with the count of that moment, a later count is not', () => {
    const { result, rerender } = region();
    rerender({ state: 'pending', words: 'Ждут отправки: 1' });
    pass(ANNOUNCE_AFTER_MS / 2);
    rerender({ state: 'pending', words: 'Ждут отправки: 2' });
    pass(ANNOUNCE_AFTER_MS / 2);
    expect(result.current).toBe('Ждут отправки: 2');
    rerender({ state: 'pending', words: 'Ждут отправки: 3' });
    pass(ANNOUNCE_AFTER_MS);
    expect(result.current).toBe('Ждут отправки: 2');
  });
});
