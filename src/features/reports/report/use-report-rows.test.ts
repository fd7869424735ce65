import { expect, test } from 'vitest';
import { problem } from '#api/problem.ts';
import { isPending, type ReportRow, shownPaid } from './use-report-rows.ts';

const LOST = { sent: 1, problem: problem('offline') } as const;
const STATES: readonly ReportRow['state'][] = [
  { step: 'idle' },
  { step: 'waiting' },
  { step: 'sending', sent: 1 },
  { step: 'saved', sent: 1, stored: { isPaid: true, note: 'уже' }, problem: null },
  { step: 'failed', ...LOST, wasRead: true },
  { step: 'unknown', ...LOST },
  { step: 'checking', ...LOST },
];

test('a row that waits or is on its way takes no presses, every other does', () => {
  expect(STATES.filter(isPending).map(({ step }) => step)).toEqual(['waiting', 'sending']);
});

test.each([
  [0, 1, -1],
  [1, 0, 2],
] as const)('from %s to %s the flag is %s, whatever a newer report says', (from, sent, pending) => {
  expect(shownPaid(from, { step: 'sending', sent })).toBe(pending);
  expect(shownPaid(sent, { step: 'sending', sent })).toBe(pending);
  expect(shownPaid(from, { step: 'idle' })).toBe(from);
  expect(shownPaid(from, { step: 'failed', sent, problem: LOST.problem, wasRead: false })).toBe(from);
});
