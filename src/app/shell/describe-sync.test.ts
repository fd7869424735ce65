import { expect, test } from 'vitest';
import type { SyncSummary } from '#state/sync.ts';
import { describeSync } from './describe-sync.ts';

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
