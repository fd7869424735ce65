import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { problem } from '#api/problem.ts';
import { isWaiting, nextRow, type PaymentRun, type RunAction, runReducer } from './payment-run.ts';
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

const reduceAll = (events: readonly RunAction[]) => events.reduce(runReducer, null);

test('a run goes on behind a row that failed and ends with what came of each', () => {
  const run = reduceAll([
    { type: 'start', ids: [1, 2, 3] },
    { type: 'rowEnded', id: 1, isPaid: true },
    { type: 'rowEnded', id: 2, isPaid: false },
    { type: 'rowEnded', id: 3, isPaid: true },
    { type: 'end' },
  ]);
  expect(run).toMatchObject({ phase: 'finished', paid: [1, 3], failed: [2], remaining: [] });
});

test('a run that is stopped lets the row on its way arrive and leaves the rest untouched', () => {
  const stopped = reduceAll([{ type: 'start', ids: [1, 2, 3] }, { type: 'stop' }]);
  expect(nextRow(stopped)).toBeNull();
  expect(isWaiting(stopped, 2)).toBe(false);
  const arrived = runReducer(stopped, { type: 'rowEnded', id: 1, isPaid: true });
  expect(arrived).toMatchObject({ phase: 'stopped', paid: [1], remaining: [2, 3] });
});

test('a row whose answer was lost counts as paid once it is known to be', () => {
  const halted = reduceAll([
    { type: 'start', ids: [1, 2] },
    { type: 'rowEnded', id: 1, isPaid: false },
    { type: 'halt', why: 'Нет связи.' },
  ]);
  expect(halted).toMatchObject({ phase: 'halted', why: 'Нет связи.', failed: [1], remaining: [2] });
  const known = runReducer(halted, { type: 'confirm', id: 1 });
  expect(known).toMatchObject({ paid: [1], failed: [], remaining: [2] });
});

test('a second run does not begin while one is under way, and a later one leaves other rows alone', () => {
  const running = reduceAll([{ type: 'start', ids: [1] }]);
  expect(runReducer(running, { type: 'start', ids: [2] })).toBe(running);
  const next = reduceAll([
    { type: 'start', ids: [1, 2] },
    { type: 'stop' },
    { type: 'start', ids: [2] },
    { type: 'rowEnded', id: 1, isPaid: true },
  ]);
  expect(next).toMatchObject({ total: 1, remaining: [2], paid: [] });
});

const id = fc.integer({ min: 1, max: 4 });
const event: fc.Arbitrary<RunAction> = fc.oneof(
  fc.record({ type: fc.constant('start' as const), ids: fc.uniqueArray(id) }),
  fc.record({ type: fc.constant('rowEnded' as const), id, isPaid: fc.boolean() }),
  fc.record({ type: fc.constant('confirm' as const), id }),
  fc.constant({ type: 'stop' as const }),
  fc.constant({ type: 'halt' as const, why: 'Нет связи.' }),
  fc.constant({ type: 'end' as const }),
  fc.constant({ type: 'dismiss' as const }),
);

/** Each row of a run stands in exactly one of its lists. */
function expectWhole(run: PaymentRun | null): void {
  if (!run) return;
  const all = [...run.remaining, ...run.paid, ...run.failed];
  expect(all).toHaveLength(run.total);
  expect(new Set(all).size).toBe(run.total);
}

test('whatever happens, a run stays whole', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), events => {
      let run: PaymentRun | null = null;
      for (const next of events) {
        run = runReducer(run, next);
        expectWhole(run);
      }
    }),
  );
});
