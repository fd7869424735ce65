import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { problem } from '#api/problem.ts';
import type { SyncSummary } from '#state/sync.ts';
import { ANNOUNCE_AFTER_MS, describeSync, useDebouncedAnnouncement } from './sync-widget.tsx';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const HOUR = 3_600_000;

function summary(rest: Partial<SyncSummary>): SyncSummary {
  return {
    pending: 0,
    sending: 0,
    total: 0,
    checking: 0,
    failed: 0,
    held: 0,
    oldestAt: null,
    lastSyncAt: null,
    reachable: true,
    passProblem: null,
    ...rest,
  };
}

test.each([
  [{}, 'Все отправлено', 'ok'],
  [{ sending: 2, pending: 3, total: 5 }, 'Отправляем 2 из 5', 'info'],
  [{ pending: 3, total: 3, oldestAt: NOW - HOUR }, 'Ждут отправки: 3', 'warn'],
  [{ pending: 3, total: 3, oldestAt: NOW - 25 * HOUR }, 'Ждут отправки: 3', 'err'],
  [{ checking: 1, total: 1 }, 'Проверяем: 1', 'info'],
  [{ failed: 1, pending: 4, total: 5 }, 'Не отправлено: 1', 'err'],
  [{ held: 2, total: 2 }, 'Нужен вход: 2', 'warn'],
])('%j is said as «%s»', (rest, text, tone) => {
  expect(describeSync(summary(rest), NOW)).toMatchObject({ text, tone, offline: false });
});

test('no connection is said beside what waits', () => {
  const description = describeSync(summary({ pending: 1, total: 1, reachable: false }), NOW);
  expect(description).toMatchObject({ text: 'Ждут отправки: 1', offline: true });
});

test('an answer that cannot be read is no missing connection', () => {
  const passProblem = problem('unreadable', { status: 200, place: 'пользователь, поле id' });
  const description = describeSync(summary({ pending: 1, total: 1, passProblem }), NOW);
  const fault = 'Ответ сервера не прочитать: пользователь, поле id';
  expect(description).toMatchObject({ text: 'Ждут отправки: 1', offline: false, fault });
  expect(describeSync(summary({ passProblem }), NOW).fault).toBe('');
});

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
