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
  | { step: 'told'; words: string };

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
export type Desk = { rows: ReadonlyMap<number, RowState>; run: Run | null };

export const QUIET: Desk = { rows: new Map(), run: null };

export type DeskEvent =
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
export function nextTurn({ run }: Desk): number | null {
  return run?.phase === 'running' ? (run.rest[0] ?? null) : null;
}

/** The rows of which nobody knows what became of them. */
export function unknownRows({ rows }: Desk): number[] {
  return [...rows].flatMap(([id, { step }]) => (step === 'unknown' ? [id] : []));
}

/** What comes of an event. An event that does not fit the state of its row changes nothing. */
export function nextDesk(desk: Desk, event: DeskEvent): Desk {
  switch (event.type) {
    case 'press':
      if (isPending(desk.rows.get(event.id))) return desk;
      return withRow(desk, event.id, { step: 'sending', want: event.want });
    case 'start':
      return start(desk, event.ids);
    case 'turn':
      if (nextTurn(desk) !== event.id || desk.rows.get(event.id)?.step !== 'waiting') return desk;
      return withRow(desk, event.id, { step: 'sending', want: 1 });
    case 'done':
    case 'fail':
    case 'lose':
      return settle(desk, event);
    case 'read':
      return event.ids.reduce((so, id) => learn(so, id, event), desk);
    case 'dismiss':
      return desk.run?.phase === 'running' ? desk : { ...desk, run: null };
    default:
      return endRun(desk, event);
  }
}

function start(desk: Desk, ids: readonly number[]): Desk {
  if (desk.run?.phase === 'running') return desk;
  const rest = ids.filter(id => !isPending(desk.rows.get(id)));
  if (rest.length === 0) return desk;
  const rows = new Map(desk.rows);
  for (const id of rest) rows.set(id, { step: 'waiting' });
  return { rows, run: { total: rest.length, rest, paid: [], failed: [], phase: 'running', why: '' } };
}

type Outcome = Extract<DeskEvent, { type: 'done' | 'fail' | 'lose' }>;

function settle(desk: Desk, event: Outcome): Desk {
  const before = desk.rows.get(event.id);
  if (before?.step !== 'sending') return desk;
  const settled = withRow(desk, event.id, stateAfter(event, before.want));
  const { run } = desk;
  if (!run?.rest.includes(event.id)) return settled;
  const rest = without(run.rest, event.id);
  const counted =
    event.type === 'done' ? { paid: [...run.paid, event.id] } : { failed: [...run.failed, event.id] };
  return { ...settled, run: { ...run, ...counted, rest } };
}

function stateAfter(event: Outcome, want: Wanted): RowState | null {
  if (event.type === 'fail') return { step: 'failed', want, why: event.why };
  if (event.type === 'lose') return { step: 'unknown', want };
  return event.words === '' ? null : { step: 'told', words: event.words };
}

function learn(desk: Desk, id: number, { paid, why }: Extract<DeskEvent, { type: 'read' }>): Desk {
  const before = desk.rows.get(id);
  if (before?.step !== 'unknown') return desk;
  const { want } = before;
  const isSo = paid.has(id) === (want === 1);
  const known = withRow(desk, id, isSo ? { step: 'confirmed', want } : { step: 'failed', want, why });
  const { run } = desk;
  if (!isSo || want !== 1 || !run?.failed.includes(id)) return known;
  return { ...known, run: { ...run, failed: without(run.failed, id), paid: [...run.paid, id] } };
}

function endRun(desk: Desk, event: Extract<DeskEvent, { type: 'stop' | 'halt' | 'end' }>): Desk {
  const { run } = desk;
  if (run?.phase !== 'running') return desk;
  if (event.type === 'end') {
    // The run that this was the end of has gone on since.
    return run.rest.length > 0 ? desk : { ...desk, run: { ...run, phase: 'finished' } };
  }
  const rows = new Map(desk.rows);
  for (const id of run.rest) if (rows.get(id)?.step === 'waiting') rows.delete(id);
  const halted = event.type === 'halt';
  return { rows, run: { ...run, phase: halted ? 'halted' : 'stopped', why: halted ? event.why : '' } };
}

function withRow(desk: Desk, id: number, state: RowState | null): Desk {
  const rows = new Map(desk.rows);
  if (state) rows.set(id, state);
  else rows.delete(id);
  return { ...desk, rows };
}

function without(ids: readonly number[], id: number): number[] {
  return ids.filter(each => each !== id);
}
