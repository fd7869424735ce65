/** Paying many rows, one after another. `failed` holds those whose answer was lost too, until they are known. */
export type PaymentRun = {
  total: number;
  remaining: readonly number[];
  paid: readonly number[];
  failed: readonly number[];
  /** `stopped` by the moderator, `halted` by something that would stop every row, see `why`. */
  phase: 'running' | 'stopped' | 'halted' | 'finished';
  why: string;
};

export type RunAction =
  | { type: 'start'; ids: readonly number[] }
  /** The row's call has ended. */
  | { type: 'rowEnded'; id: number; isPaid: boolean }
  /** The answer was lost, but the row is paid. */
  | { type: 'confirm'; id: number }
  | { type: 'stop' }
  | { type: 'halt'; why: string }
  | { type: 'end' }
  | { type: 'dismiss' };

/** The row whose turn it is; null when the run is over, was stopped, or there is none. */
export function nextRow(run: PaymentRun | null): number | null {
  return run?.phase === 'running' ? (run.remaining[0] ?? null) : null;
}

/** Whether the row's turn is still to come. */
export function isWaiting(run: PaymentRun | null, id: number): boolean {
  return run?.phase === 'running' && run.remaining.includes(id);
}

/** What comes of an event. One that does not fit the state of the run changes nothing. */
export function runReducer(run: PaymentRun | null, event: RunAction): PaymentRun | null {
  if (event.type === 'rowEnded') return run && endRow(run, event.id, event.isPaid);
  if (event.type === 'confirm') return run && confirm(run, event.id);
  if (run?.phase === 'running') return endRun(run, event);
  if (event.type === 'start' && event.ids.length > 0) return newRun(event.ids);
  return event.type === 'dismiss' ? null : run;
}

function newRun(ids: readonly number[]): PaymentRun {
  return { total: ids.length, remaining: ids, paid: [], failed: [], phase: 'running', why: '' };
}

function endRow(run: PaymentRun, id: number, isPaid: boolean): PaymentRun {
  if (!run.remaining.includes(id)) return run;
  const counted = isPaid ? { paid: [...run.paid, id] } : { failed: [...run.failed, id] };
  return { ...run, ...counted, remaining: without(run.remaining, id) };
}

function confirm(run: PaymentRun, id: number): PaymentRun {
  if (!run.failed.includes(id)) return run;
  return { ...run, failed: without(run.failed, id), paid: [...run.paid, id] };
}

function endRun(run: PaymentRun, event: RunAction): PaymentRun {
  if (event.type === 'stop') return { ...run, phase: 'stopped' };
  if (event.type === 'halt') return { ...run, phase: 'halted', why: event.why };
  // A run that was begun meanwhile still has rows to send.
  if (event.type === 'end' && run.remaining.length === 0) return { ...run, phase: 'finished' };
  return run;
}

function without(ids: readonly number[], id: number): number[] {
  return ids.filter(each => each !== id);
}
