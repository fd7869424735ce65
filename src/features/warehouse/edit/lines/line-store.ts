import type { InputOf } from '#contract/endpoint.ts';
import type { Nomenclature, StockLine, saveReceipt } from '#contract/warehouse.ts';
import { type DraftLine, type LineField, newDraftLine } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import { errorsOf, LINE_FIELDS, type LineErrors, NO_ERRORS } from './line-errors.ts';
import type { LineState } from './line-state.ts';
import * as states from './line-state.ts';
import { newLineKey } from './match-lines.ts';

/** Lines as the call that saves a document takes them. */
export type SentLines = InputOf<typeof saveReceipt>['nomenclature'];

/** Where the keyboard is to go: a field of a line, or without one the button that removes it. */
export type PendingFocus = { readonly key: string; readonly field: LineField | null };

/** The state of the lines as the page shows it. */
type LineSnapshot = states.LineState & { readonly pendingFocus: PendingFocus | null };

export type LineStore = ReturnType<typeof createLineStore>;

/** Keeps the lines of one document while it is edited; what can be done with them is the same for its whole life. */
export function createLineStore(stored: readonly StockLine[]) {
  let state = states.initialLineState(stored);
  let pendingFocus: PendingFocus | null = null;
  let snapshot: LineSnapshot = { ...state, pendingFocus };
  let sent: readonly DraftLine[] | null = null;
  const listeners = new Set<() => void>();
  const setState = (next: states.LineState, focus: PendingFocus | null = pendingFocus) => {
    if (next === state && focus === pendingFocus) return;
    state = next;
    pendingFocus = focus;
    snapshot = { ...state, pendingFocus };
    for (const listener of listeners) listener();
  };
  return {
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    actions: {
      change: (key: string, field: LineField, text: string) =>
        setState(states.changeLine(state, { key, field, text })),
      /** Somebody has left a field. */
      touch: (key: string, field: LineField) => setState(states.touchField(state, key, field)),
      remove: (key: string) => setState(states.removeLine(state, key)),
      /** The last removed comes back to its place. */
      restore: () => setState(states.restoreLine(state)),
      /** One more line; its key. */
      add(found: Nomenclature): string {
        const line = newDraftLine(found, newLineKey());
        setState(states.addLine(state, line));
        return line.key;
      },
      /** From here on these lines are what nobody has typed. */
      startFrom: (next: readonly StockLine[]) => setState(states.resetLines(state, next, sent)),
      /** What was sent is stored like this; what was typed since stays typed. */
      applySaved: (next: readonly StockLine[], sentLines: readonly DraftLine[]) =>
        setState(states.applySavedLines(state, next, sentLines)),
      isUntouched: () => states.isUntouched(state),
      /** From here on errors are shown; false where there are some. */
      validate(): boolean {
        setState(states.showAllErrors(state));
        return state.lines.length <= LINES_MAX && state.lines.every(line => errorsOf(line) === NO_ERRORS);
      },
      /** The server's messages by path; those that are about no line come back. */
      applyRefusals(fields: Refusals): Refusals {
        const refused = applyRefusals(state, fields, sent ?? state.lines);
        setState(refused.state);
        return refused.rest;
      },
      /** The lines to be saved. They are what the next refusals and the next answer are about. */
      takeForSave(): SentLines {
        sent = state.lines;
        return sent.map(toSentLine);
      },
      /** Leads to the field of this name (`nomenclature.3.count`), also of a line that is not drawn. */
      focusByName(name: string): void {
        const at = parseErrorName(name);
        const line = at ? state.lines[at.index] : undefined;
        if (at && line) setState(state, { key: line.key, field: at.field === 'line' ? null : at.field });
      },
      /** Leads to the line, e.g. one that was just added. */
      focus: (key: string, field: LineField | null = 'count') => setState(state, { key, field }),
      /** The table has led there. */
      clearPendingFocus: (focus: PendingFocus) =>
        setState(state, pendingFocus === focus ? null : pendingFocus),
    },
  };
}

function toSentLine(line: DraftLine): SentLines[number] {
  return {
    id: line.id,
    nomenclature_id: line.nomenclatureId,
    title: line.title,
    count: parseNumber(line.count),
    price: parseNumber(line.price),
    tax: parseNumber(line.tax),
    discount: parseNumber(line.discount),
    reason: line.reason.trim(),
  };
}

/** What is no number goes as it was typed: the server refuses it at its place. */
function parseNumber(text: string): number | string {
  const number = Number(text.replace(/\s/g, '').replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}

/** Messages of a server by the path of what they are about. */
type Refusals = Readonly<Record<string, readonly string[]>>;

/** The line at an index, and what of it; a field that nobody can type in here is the line as a whole. */
function parseErrorName(name: string): { index: number; field: LineField | 'line' } | null {
  const [, index, field] = /^nomenclature\.(\d+)(?:\.(\w+))?$/.exec(name) ?? [];
  if (index === undefined) return null;
  return { index: Number(index), field: LINE_FIELDS.find(each => each === field) ?? 'line' };
}

/**
 * Refusals at the lines that stood at those places when they were sent. What was changed or removed meanwhile is not
 * what was refused; what is about no line at all is left for whoever asks.
 */
function applyRefusals(
  state: LineState,
  fields: Refusals,
  sent: readonly DraftLine[],
): { state: LineState; rest: Refusals } {
  const refusals = new Map<string, LineErrors>(state.refusals);
  const rest: Record<string, readonly string[]> = {};
  const now = new Map(state.lines.map(line => [line.key, line]));
  for (const [path, messages] of Object.entries(fields)) {
    const at = parseErrorName(path);
    const line = at ? sent[at.index] : undefined;
    if (!at || !line) rest[path] = messages;
    else if (isAsSent(now.get(line.key), line, at.field)) {
      const earlier = refusals.get(line.key);
      const message = [earlier?.[at.field], ...messages].filter(Boolean).join(' ');
      refusals.set(line.key, { ...earlier, [at.field]: message });
    }
  }
  return { state: { ...state, refusals }, rest };
}

function isAsSent(now: DraftLine | undefined, sent: DraftLine, field: LineField | 'line'): boolean {
  return now !== undefined && (field === 'line' ? now === sent : now[field] === sent[field]);
}
