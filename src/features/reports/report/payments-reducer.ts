import type { Request } from '#contract/requests.ts';

/** Which flag is asked for: 1 to pay, 0 to take it back. */
export type Wanted = 0 | 1;

/**
 * What goes on with a row, over what the server says of it. `waiting`: its turn has not come. `sending`: asked, not
 * answered. `failed`: nothing has happened, and why. `unknown`: no answer, the report has to be read. `confirmed`: no
 * answer, but it has gone through. `told`: something worth knowing about the answer.
 */
export type RowState =
  | { step: 'waiting' }
  | { step: 'sending'; want: Wanted }
  | { step: 'failed'; want: Wanted; why: string }
  | { step: 'unknown'; want: Wanted }
  | { step: 'confirmed'; want: Wanted }
  | { step: 'note'; words: string };

/** Paying many rows, one after another. `failed` holds the unknown ones too until they are known. */
export type Run = {
  total: number;
  rest: readonly number[];
  paid: readonly number[];
  failed: readonly number[];
  /** `stopped` by the moderator, `halted` by something that would stop every row, see `why`. */
  phase: 'running' | 'stopped' | 'halted' | 'finished';
  why: string;
};

/** All that is local to this screen: it lies over the report, and a newer report never overwrites it. */
export type PaymentsState = { rows: ReadonlyMap<number, RowState>; run: Run | null };

export const IDLE: PaymentsState = { rows: new Map(), run: null };

export type PaymentsAction =
  | { type: 'press'; id: number; want: Wanted }
  | { type: 'start'; ids: readonly number[] }
  | { type: 'turn'; id: number }
  | { type: 'done'; id: number; words: string }
  | { type: 'fail'; id: number; why: string }
  | { type: 'lose'; id: number }
  /** The report was read after these had become unknown; `why` is said of those that have not gone through. */
  | { type: 'read'; ids: readonly number[]; paid: ReadonlySet<number>; why: string }
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
  return state.want === 1 ? -1 : 2;
}

/** The row whose turn it is; null when the run is over, was stopped, or there is none. */
export function nextRow({ run }: PaymentsState): number | null {
  return run?.phase === 'running' ? (run.rest[0] ?? null) : null;
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
      return withRow(payments, event.id, { step: 'sending', want: event.want });
    case 'start':
      return start(payments, event.ids);
    case 'turn':
      if (nextRow(payments) !== event.id || payments.rows.get(event.id)?.step !== 'waiting') return payments;
      return withRow(payments, event.id, { step: 'sending', want: 1 });
    case 'done':
    case 'fail':
    case 'lose':
      return settle(payments, event);
    case 'read':
      return event.ids.reduce((so, id) => applyReading(so, id, event), payments);
    case 'dismiss':
      return payments.run?.phase === 'running' ? payments : { ...payments, run: null };
    default:
      return endRun(payments, event);
  }
}

function start(payments: PaymentsState, ids: readonly number[]): PaymentsState {
  if (payments.run?.phase === 'running') return payments;
  const rest = ids.filter(id => !isPending(payments.rows.get(id)));
  if (rest.length === 0) return payments;
  const rows = new Map(payments.rows);
  for (const id of rest) rows.set(id, { step: 'waiting' });
  return { rows, run: { total: rest.length, rest, paid: [], failed: [], phase: 'running', why: '' } };
}

type Outcome = Extract<PaymentsAction, { type: 'done' | 'fail' | 'lose' }>;

function settle(payments: PaymentsState, event: Outcome): PaymentsState {
  const before = payments.rows.get(event.id);
  if (before?.step !== 'sending') return payments;
  const settled = withRow(payments, event.id, stateAfter(event, before.want));
  const { run } = payments;
  if (!run?.rest.includes(event.id)) return settled;
  const rest = without(run.rest, event.id);
  const counted =
    event.type === 'done' ? { paid: [...run.paid, event.id] } : { failed: [...run.failed, event.id] };
  return { ...settled, run: { ...run, ...counted, rest } };
}

function stateAfter(event: Outcome, want: Wanted): RowState | null {
  if (event.type === 'fail') return { step: 'failed', want, why: event.why };
  if (event.type === 'lose') return { step: 'unknown', want };
  return event.words === '' ? null : { step: 'note', words: event.words };
}

function applyReading(
  payments: PaymentsState,
  id: number,
  { paid, why }: Extract<PaymentsAction, { type: 'read' }>,
): PaymentsState {
  const before = payments.rows.get(id);
  if (before?.step !== 'unknown') return payments;
  const { want } = before;
  const isSo = paid.has(id) === (want === 1);
  const known = withRow(payments, id, isSo ? { step: 'confirmed', want } : { step: 'failed', want, why });
  const { run } = payments;
  if (!isSo || want !== 1 || !run?.failed.includes(id)) return known;
  return { ...known, run: { ...run, failed: without(run.failed, id), paid: [...run.paid, id] } };
}

function endRun(
  payments: PaymentsState,
  event: Extract<PaymentsAction, { type: 'stop' | 'halt' | 'end' }>,
): PaymentsState {
  const { run } = payments;
  if (run?.phase !== 'running') return payments;
  if (event.type === 'end') {
    // The run that this was the end of has gone on since.
    return run.rest.length > 0 ? payments : { ...payments, run: { ...run, phase: 'finished' } };
  }
  const rows = new Map(payments.rows);
  for (const id of run.rest) if (rows.get(id)?.step === 'waiting') rows.delete(id);
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
