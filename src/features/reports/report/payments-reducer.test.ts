import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  IDLE,
  isPending,
  nextRow,
  type PaymentsAction,
  type PaymentsState,
  paymentsReducer,
  type RowState,
  shownPaid,
  unknownRows,
} from './payments-reducer.ts';

const STATES = {
  nothing: undefined,
  waiting: { step: 'waiting' },
  sending: { step: 'sending', desired: 1 },
  failed: { step: 'failed', desired: 1, why: 'нет' },
  unknown: { step: 'unknown', desired: 1 },
  confirmed: { step: 'confirmed', desired: 1 },
  note: { step: 'note', words: 'уже' },
} satisfies Record<string, RowState | undefined>;

const EVENTS = {
  press: { type: 'press', id: 7, desired: 1 },
  sendNext: { type: 'sendNext', id: 7 },
  done: { type: 'done', id: 7, words: '' },
  already: { type: 'done', id: 7, words: 'уже' },
  fail: { type: 'fail', id: 7, why: 'нет' },
  answerLost: { type: 'answerLost', id: 7 },
  'read, paid': { type: 'reportRead', ids: [7], paid: new Set([7]), why: 'нет' },
  'read, unpaid': { type: 'reportRead', ids: [7], paid: new Set(), why: 'нет' },
  'read before': { type: 'reportRead', ids: [], paid: new Set([7]), why: 'нет' },
} satisfies Record<string, PaymentsAction>;

type StateName = keyof typeof STATES;
type EventName = keyof typeof EVENTS;

/** What becomes of a row; a state that an event does not name stays as it is. */
const TABLE: Record<EventName, Partial<Record<StateName, StateName>>> = {
  press: { nothing: 'sending', failed: 'sending', unknown: 'sending', confirmed: 'sending', note: 'sending' },
  sendNext: { waiting: 'sending' },
  done: { sending: 'nothing' },
  already: { sending: 'note' },
  fail: { sending: 'failed' },
  answerLost: { sending: 'unknown' },
  'read, paid': { unknown: 'confirmed' },
  'read, unpaid': { unknown: 'failed' },
  'read before': {},
};

function paymentsWith(state: RowState | undefined): PaymentsState {
  const rows = new Map(state ? [[7, state]] : []);
  const remaining = state?.step === 'waiting' ? [7] : [];
  const run = { total: 1, remaining, paid: [], failed: [], phase: 'running' as const, why: '' };
  return { rows, run: remaining.length > 0 ? run : null };
}

describe.each(Object.keys(EVENTS) as EventName[])('the event "%s"', event => {
  it.each(Object.keys(STATES) as StateName[])('at a row with: %s', state => {
    const after = paymentsReducer(paymentsWith(STATES[state]), EVENTS[event]).rows.get(7);
    expect(after).toEqual(STATES[TABLE[event][state] ?? state]);
  });
});

test('a row that waits or is on its way takes no presses, every other does', () => {
  const pending = Object.entries(STATES).filter(([, state]) => isPending(state));
  expect(pending.map(([name]) => name)).toEqual(['waiting', 'sending']);
});

test.each([
  [0, 1, -1],
  [1, 0, 2],
] as const)('from %s to %s the flag is %s, whatever a newer report says', (from, desired, pending) => {
  expect(shownPaid(from, { step: 'sending', desired })).toBe(pending);
  expect(shownPaid(desired, { step: 'sending', desired })).toBe(pending);
  expect(shownPaid(from, undefined)).toBe(from);
  expect(shownPaid(from, { step: 'failed', desired, why: '' })).toBe(from);
});

const reduceAll = (events: readonly PaymentsAction[], payments: PaymentsState = IDLE) =>
  events.reduce(paymentsReducer, payments);

test('a run goes on behind a row that failed and ends with what came of each', () => {
  const payments = reduceAll([
    { type: 'start', ids: [1, 2, 3] },
    { type: 'sendNext', id: 1 },
    { type: 'done', id: 1, words: '' },
    { type: 'sendNext', id: 2 },
    { type: 'fail', id: 2, why: 'нет' },
    { type: 'sendNext', id: 3 },
    { type: 'done', id: 3, words: '' },
    { type: 'end' },
  ]);
  expect(payments.run).toMatchObject({ phase: 'finished', paid: [1, 3], failed: [2], remaining: [] });
  expect([...payments.rows.keys()]).toEqual([2]);
});

test('a run that is stopped lets the row on its way arrive and leaves the rest untouched', () => {
  const stopped = reduceAll([
    { type: 'start', ids: [1, 2, 3] },
    { type: 'sendNext', id: 1 },
    { type: 'stop' },
  ]);
  expect(nextRow(stopped)).toBeNull();
  expect([...stopped.rows]).toEqual([[1, { step: 'sending', desired: 1 }]]);
  const arrived = paymentsReducer(stopped, { type: 'done', id: 1, words: '' });
  expect(arrived.run).toMatchObject({ phase: 'stopped', paid: [1], remaining: [2, 3] });
});

test('a row whose answer was lost halts nothing by itself, and counts as paid once it is known to be', () => {
  const payments = reduceAll([
    { type: 'start', ids: [1, 2] },
    { type: 'sendNext', id: 1 },
    { type: 'answerLost', id: 1 },
    { type: 'halt', why: 'Нет связи.' },
  ]);
  expect(unknownRows(payments)).toEqual([1]);
  expect(payments.run).toMatchObject({ phase: 'halted', why: 'Нет связи.', failed: [1], remaining: [2] });
  const known = paymentsReducer(payments, { type: 'reportRead', ids: [1], paid: new Set([1]), why: '' });
  expect(known.run).toMatchObject({ paid: [1], failed: [], remaining: [2] });
});

test('a second run does not begin while one is under way, nor with a row that is on its way', () => {
  const running = reduceAll([{ type: 'start', ids: [1] }]);
  expect(paymentsReducer(running, { type: 'start', ids: [2] })).toBe(running);
  const pressed = reduceAll([{ type: 'press', id: 1, desired: 0 }]);
  expect(paymentsReducer(pressed, { type: 'start', ids: [1] })).toBe(pressed);
  expect(paymentsReducer(pressed, { type: 'start', ids: [1, 2] }).run?.remaining).toEqual([2]);
});

const id = fc.integer({ min: 1, max: 4 });
const event: fc.Arbitrary<PaymentsAction> = fc.oneof(
  fc.record({ type: fc.constant('press' as const), id, desired: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({ type: fc.constant('start' as const), ids: fc.uniqueArray(id) }),
  fc.record({ type: fc.constant('sendNext' as const), id }),
  fc.record({ type: fc.constant('done' as const), id, words: fc.constantFrom('', 'уже') }),
  fc.record({ type: fc.constant('fail' as const), id, why: fc.constant('нет') }),
  fc.record({ type: fc.constant('answerLost' as const), id }),
  fc.record({
    type: fc.constant('reportRead' as const),
    ids: fc.uniqueArray(id),
    paid: fc.uniqueArray(id).map(ids => new Set(ids)),
    why: fc.constant('нет'),
  }),
  fc.constant({ type: 'stop' as const }),
  fc.constant({ type: 'halt' as const, why: 'Нет связи.' }),
  fc.constant({ type: 'end' as const }),
  fc.constant({ type: 'dismiss' as const }),
);

/** Each row of a run stands in exactly one of its lists, and one whose turn has not come takes no presses. */
function expectWhole({ run, rows }: PaymentsState): void {
  if (!run) return;
  const all = [...run.remaining, ...run.paid, ...run.failed];
  expect(all).toHaveLength(run.total);
  expect(new Set(all).size).toBe(run.total);
  if (run.phase !== 'running') return;
  for (const row of run.remaining) expect(isPending(rows.get(row))).toBe(true);
}

/** What is on its way is sent by nothing again. */
function expectSentOnce(before: PaymentsState, after: PaymentsState, event: PaymentsAction): void {
  if (event.type !== 'press' && event.type !== 'sendNext') return;
  const was = before.rows.get(event.id);
  if (was?.step === 'sending') expect(after.rows.get(event.id)).toBe(was);
}

test('whatever happens, a run stays whole, and no row is sent twice at once', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), events => {
      let payments = IDLE;
      for (const next of events) {
        const before = payments;
        payments = paymentsReducer(before, next);
        expectWhole(payments);
        expectSentOnce(before, payments, next);
      }
    }),
  );
});
