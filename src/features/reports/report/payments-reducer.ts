import type { Request } from '#contract/requests.ts';

/** Which flag is asked for: 1 to pay, 0 to take it back. */
export type DesiredPaid = 0 | 1;

/**
 * What goes on with a row, over what the server says of it. `waiting`: its turn has not come. `sending`: asked, not
 * answered. `failed`: nothing has happened, and why. `unknown`: no answer, the report has to be read. `confirmed`: no
 * answer, but it has gone through. `told`: something worth knowing about the answer.
 */
export type RowState =
  | { step: 'waiting' }
  | { step: 'sending'; desired: DesiredPaid }
  | { step: 'failed'; desired: DesiredPaid; why: string }
  | { step: 'unknown'; desired: DesiredPaid }
  | { step: 'confirmed'; desired: DesiredPaid }
  | { step: 'note'; words: string };

/** Paying many rows, one after another. `failed` holds the unknown ones too until they are known. */
export type PaymentRun = {
  total: number;
  remaining: readonly number[];
  paid: readonly number[];
  failed: readonly number[];
  /** `stopped` by the moderator, `halted` by something that would stop every row, see `why`. */
  phase: 'running' | 'stopped' | 'halted' | 'finished';
  why: string;
};

/** All that is local to this screen: it lies over the report, and a newer report never overwrites it. */
export type PaymentsState = { rows: ReadonlyMap<number, RowState>; run: PaymentRun | null };

export const IDLE: PaymentsState = { rows: new Map(), run: null };

export type PaymentsAction =
  | { type: 'press'; id: number; desired: DesiredPaid }
  | { type: 'start'; ids: readonly number[] }
  | { type: 'sendNext'; id: number }
  | { type: 'done'; id: number; words: string }
  | { type: 'fail'; id: number; why: string }
  | { type: 'answerLost'; id: number }
  /** The report was read after these had become unknown; `why` is said of those that have not gone through. */
  | { type: 'reportRead'; ids: readonly number[]; paid: ReadonlySet<number>; why: string }
  | { type: 'stop' }
  | { type: 'halt'; why: string }
  | { type: 'end' }
  | { type: 'dismiss' };

/** Whether a row takes no presses now. */
export function isPending(state: RowState | undefined): boolean {
  return state?.step === 'waiting' || state?.step === 'sending';
}

/** The flag that is shown: the pending one, else what the server said. */
export function shownPaid(paid: Request['paid'], state: RowState | undefined): Request['paid'] {
  if (state?.step !== 'sending') return paid;
  return state.desired === 1 ? -1 : 2;
}

/** The row whose turn it is; null when the run is over, was stopped, or there is none. */
export function nextRow({ run }: PaymentsState): number | null {
  return run?.phase === 'running' ? (run.remaining[0] ?? null) : null;
}

/** The rows of which nobody knows what became of them. */
export function unknownRows({ rows }: PaymentsState): number[] {
  return [...rows].flatMap(([id, { step }]) => (step === 'unknown' ? [id] : []));
}

/** What comes of an event. An event that does not fit the state of its row changes nothing. */
export function paymentsReducer(payments: PaymentsState, event: PaymentsAction): PaymentsState {
  switch (event.type) {
    case 'press':
      if (isPending(payments.rows.get(event.id))) return payments;
      return withRow(payments, event.id, { step: 'sending', desired: event.desired });
    case 'start':
      return start(payments, event.ids);
    case 'sendNext':
      if (nextRow(payments) !== event.id || payments.rows.get(event.id)?.step !== 'waiting') return payments;
      return withRow(payments, event.id, { step: 'sending', desired: 1 });
    case 'done':
    case 'fail':
    case 'answerLost':
      return settle(payments, event);
    case 'reportRead':
      return event.ids.reduce((result, id) => applyReadReport(result, id, event), payments);
    case 'dismiss':
      return payments.run?.phase === 'running' ? payments : { ...payments, run: null };
    default:
      return endRun(payments, event);
  }
}

function start(payments: PaymentsState, ids: readonly number[]): PaymentsState {
  if (payments.run?.phase === 'running') return payments;
  const remaining = ids.filter(id => !isPending(payments.rows.get(id)));
  if (remaining.length === 0) return payments;
  const rows = new Map(payments.rows);
  for (const id of remaining) rows.set(id, { step: 'waiting' });
  return {
    rows,
    run: { total: remaining.length, remaining, paid: [], failed: [], phase: 'running', why: '' },
  };
}

type Outcome = Extract<PaymentsAction, { type: 'done' | 'fail' | 'answerLost' }>;

function settle(payments: PaymentsState, event: Outcome): PaymentsState {
  const before = payments.rows.get(event.id);
  if (before?.step !== 'sending') return payments;
  const settled = withRow(payments, event.id, stateAfter(event, before.desired));
  const { run } = payments;
  if (!run?.remaining.includes(event.id)) return settled;
  const remaining = without(run.remaining, event.id);
  const counted =
    event.type === 'done' ? { paid: [...run.paid, event.id] } : { failed: [...run.failed, event.id] };
  return { ...settled, run: { ...run, ...counted, remaining } };
}

function stateAfter(event: Outcome, desired: DesiredPaid): RowState | null {
  if (event.type === 'fail') return { step: 'failed', desired, why: event.why };
  if (event.type === 'answerLost') return { step: 'unknown', desired };
  return event.words === '' ? null : { step: 'note', words: event.words };
}

function applyReadReport(
  payments: PaymentsState,
  id: number,
  { paid, why }: Extract<PaymentsAction, { type: 'reportRead' }>,
): PaymentsState {
  const before = payments.rows.get(id);
  if (before?.step !== 'unknown') return payments;
  const { desired } = before;
  const isApplied = paid.has(id) === (desired === 1);
  const known = withRow(
    payments,
    id,
    isApplied ? { step: 'confirmed', desired } : { step: 'failed', desired, why },
  );
  const { run } = payments;
  if (!isApplied || desired !== 1 || !run?.failed.includes(id)) return known;
  return { ...known, run: { ...run, failed: without(run.failed, id), paid: [...run.paid, id] } };
}

function endRun(
  payments: PaymentsState,
  event: Extract<PaymentsAction, { type: 'stop' | 'halt' | 'end' }>,
): PaymentsState {
  const { run } = payments;
  if (run?.phase !== 'running') return payments;
  if (event.type === 'end') {
    // A run that was begun meanwhile still has rows to send.
    return run.remaining.length > 0 ? payments : { ...payments, run: { ...run, phase: 'finished' } };
  }
  const rows = new Map(payments.rows);
  for (const id of run.remaining) if (rows.get(id)?.step === 'waiting') rows.delete(id);
  const halted = event.type === 'halt';
  return { rows, run: { ...run, phase: halted ? 'halted' : 'stopped', why: halted ? event.why : '' } };
}

function withRow(payments: PaymentsState, id: number, state: RowState | null): PaymentsState {
  const rows = new Map(payments.rows);
  if (state) rows.set(id, state);
  else rows.delete(id);
  return { ...payments, rows };
}

function without(ids: readonly number[], id: number): number[] {
  return ids.filter(each => each !== id);
}
