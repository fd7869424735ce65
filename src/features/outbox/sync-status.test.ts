import { expect, test } from 'vitest';
import { problem } from '#api/problem.ts';
import type { SyncSummary } from '#state/sync.ts';
import { nothingUnsent } from '#tests/support/sync-summary.ts';
import { describeSync } from './sync-status.tsx';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const HOUR = 3_600_000;

const summary = (rest: Partial<SyncSummary>): SyncSummary => ({ ...nothingUnsent, ...rest });

test.each([
  [{}, 'Все отправлено', 'ok'],
  [{ sending: 2, pending: 3, total: 5 }, 'Отправляем: 2 · Ждут отправки: 3', 'info'],
  [{ pending: 3, total: 3, oldestAt: NOW - HOUR }, 'Ждут отправки: 3', 'warn'],
  [{ pending: 3, total: 3, oldestAt: NOW - 25 * HOUR }, 'Ждут отправки: 3', 'err'],
  [{ checking: 1, total: 1 }, 'Проверяем: 1', 'info'],
  [{ failed: 1, pending: 4, total: 5 }, 'Не отправлено: 1 · Ждут отправки: 4', 'err'],
  [{ question: 1, failed: 1, total: 2 }, 'Нужен ваш ответ: 1 · Не отправлено: 1', 'err'],
  [{ held: 2, total: 2 }, 'Нужен вход: 2', 'warn'],
])('%j is said as «%s»', (rest, words, tone) => {
  const described = describeSync(summary(rest), NOW);
  expect(described).toMatchObject({ words, obstacle: null });
  expect(described.worst.tone).toBe(tone);
});

test('no connection is said before what waits', () => {
  const { words, obstacle } = describeSync(summary({ pending: 1, total: 1, reachable: false }), NOW);
  expect(words).toBe('Нет связи · Ждут отправки: 1');
  expect(obstacle?.key).toBe('offline');
});

test('an answer that cannot be read is no missing connection', () => {
  const passProblem = problem('unreadable', { status: 200, place: 'пользователь, поле id' });
  const fault = 'Ответ сервера не прочитать: пользователь, поле id';
  expect(describeSync(summary({ pending: 1, total: 1, passProblem }), NOW).words).toBe(
    `${fault} · Ждут отправки: 1`,
  );
  expect(describeSync(summary({ passProblem }), NOW).obstacle).toBeNull();
});
