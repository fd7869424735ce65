import type { InputOf } from '#contract/endpoint.ts';
import type { Nomenclature, StockLine, saveReceipt } from '#contract/warehouse.ts';
import { type DraftLine, type LineField, newDraftLine } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import { errorsOf, NO_ERRORS } from './line-errors.ts';
import * as states from './line-state.ts';
import { newKey } from './recognise.ts';
import { type Refusals, readName, refuseLines } from './refusals.ts';

/** Lines as the call that saves a document takes them. */
export type SentLines = InputOf<typeof saveReceipt>['nomenclature'];

/** Where the keyboard is to go: a field of a line, or without one the button that removes it. */
export type Wanted = { readonly key: string; readonly field: LineField | null };

/** The state of the lines as the page shows it. */
export type LineSnapshot = states.LineState & { readonly wanted: Wanted | null };

export type LineStore = ReturnType<typeof createLineStore>;

/** Keeps the lines of one document while it is edited; what can be done with them is the same for its whole life. */
export function createLineStore(stored: readonly StockLine[]) {
  let state = states.openLines(stored);
  let wanted: Wanted | null = null;
  let snapshot: LineSnapshot = { ...state, wanted };
  let sent: readonly DraftLine[] | null = null;
  const listeners = new Set<() => void>();
  const become = (next: states.LineState, goal: Wanted | null = wanted) => {
    if (next === state && goal === wanted) return;
    state = next;
    wanted = goal;
    snapshot = { ...state, wanted };
    for (const listener of listeners) listener();
  };
  return {
    read: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    actions: {
      change: (key: string, field: LineField, text: string) =>
        become(states.changeLine(state, { key, field, text })),
      /** Somebody has left a field. */
      leave: (key: string, field: LineField) => become(states.leaveField(state, key, field)),
      remove: (key: string) => become(states.removeLine(state, key)),
      /** The last removed comes back to its place. */
      restore: () => become(states.restoreLine(state)),
      /** One more line; its key. */
      add(found: Nomenclature): string {
        const line = newDraftLine(found, newKey());
        become(states.addLine(state, line));
        return line.key;
      },
      /** From here on these lines are what nobody has typed. */
      startFrom: (next: readonly StockLine[]) => become(states.reopenLines(state, next, sent)),
      /** What was sent is stored like this; what was typed since stays typed. */
      follow: (next: readonly StockLine[], as: readonly DraftLine[]) =>
        become(states.followLines(state, next, as)),
      isUntouched: () => states.isUntouched(state),
      /** From here on errors are shown; false where there are some. */
      check(): boolean {
        become(states.checkLines(state));
        return state.lines.length <= LINES_MAX && state.lines.every(line => errorsOf(line) === NO_ERRORS);
      },
      /** The server's messages by path; those that are about no line come back. */
      refuse(fields: Refusals): Refusals {
        const refused = refuseLines(state, fields, sent ?? state.lines);
        become(refused.state);
        return refused.rest;
      },
      /** The lines to be saved. They are what the next refusals and the next answer are about. */
      toSend(): SentLines {
        sent = state.lines;
        return sent.map(sendable);
      },
      /** Leads to the field of this name (`nomenclature.3.count`), also of a line that is not drawn. */
      goTo(name: string): void {
        const at = readName(name);
        const line = at ? state.lines[at.index] : undefined;
        if (at && line) become(state, { key: line.key, field: at.field === 'line' ? null : at.field });
      },
      /** Leads to the line, e.g. one that was just added. */
      focus: (key: string, field: LineField | null = 'count') => become(state, { key, field }),
      /** The table has led there. */
      reached: (goal: Wanted) => become(state, wanted === goal ? null : wanted),
    },
  };
}

function sendable(line: DraftLine): SentLines[number] {
  return {
    id: line.id,
    nomenclature_id: line.nomenclatureId,
    title: line.title,
    count: numberIn(line.count),
    price: numberIn(line.price),
    tax: numberIn(line.tax),
    discount: numberIn(line.discount),
    reason: line.reason.trim(),
  };
}

/** What is no number goes as it was typed: the server refuses it at its place. */
function numberIn(text: string): number | string {
  const number = Number(text.replace(/\s/g, '').replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}
