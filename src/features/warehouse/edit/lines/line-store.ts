import { useMemo, useState, useSyncExternalStore } from 'react';
import type { InputOf } from '#contract/endpoint.ts';
import type { Nomenclature, StockLine, saveReceipt } from '#contract/warehouse.ts';
import { type DraftLine, type LineField, newDraftLine, toSentNumber } from '#domain/warehouse/draft-line.ts';
import {
  type ErrorState,
  errorsOf,
  LINE_FIELDS,
  type LineErrors,
  listErrors,
  NO_ERRORS,
} from './line-errors.ts';
import { matchLines, newLineKey } from './match-lines.ts';
import { isSameLine, sentReason } from './same-line.ts';
import { texts } from './texts.ts';

/**
 * Where the keyboard is to go: a field of a line, without one the button that removes it, without a line the button that
 * brings lines back. `isNear`: nothing scrolls further than it must.
 */
export type PendingFocus = {
  readonly key: string | null;
  readonly field: LineField | null;
  readonly isNear?: boolean;
};

/** The lines of a document as they are being edited. Never changed, only replaced. */
type LineState = ErrorState & {
  /** What is stored, in its order. */
  readonly stored: readonly DraftLine[];
  /** What was taken out, and where it stood then. The last removed is the last. */
  readonly removed: readonly { readonly line: DraftLine; readonly index: number }[];
  /** Where the table has still to lead. */
  readonly pendingFocus: PendingFocus | null;
  /** What readers hear of the last line that was removed or brought back. */
  readonly announcement: string;
};

/** Messages of a server by the path of what they are about. */
type Refusals = Readonly<Record<string, readonly string[]>>;

/** Lines as the call that saves a document takes them. */
type SentLines = InputOf<typeof saveReceipt>['nomenclature'];

/** The lines of a document while it is edited, and all that can be done with them. */
export type Lines = ReturnType<typeof useLines>;

/** Edits the lines of a document. Only the first `stored` counts; `startFrom` takes others. */
export function useLines(stored: readonly StockLine[]) {
  const [{ actions, subscribe, getSnapshot }] = useState(() => createLineStore(stored));
  const state = useSyncExternalStore(subscribe, getSnapshot);
  return useMemo(() => {
    const errors = listErrors(state).map(error => ({ ...error, go: () => actions.focusByName(error.name) }));
    return { ...actions, ...state, errors };
  }, [actions, state]);
}

export type LineStore = ReturnType<typeof createLineStore>;

/** Keeps the lines of one document while it is edited; what can be done with them is the same for its whole life. */
export function createLineStore(stored: readonly StockLine[]) {
  let state: LineState = {
    ...untouchedState(matchLines(stored, { lines: [], sent: [] })),
    pendingFocus: null,
    announcement: '',
  };
  let sent: readonly DraftLine[] | null = null;
  const listeners = new Set<() => void>();
  const update = (part: Partial<LineState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const lineOf = (key: string) => state.lines.find(line => line.key === key);
  return {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    actions: {
      /** The lines at this moment, not at the last drawing. */
      currentLines: () => state.lines,
      /** What was refused of that field, or of the line as a whole, is not said of what stands there now. */
      change(key: string, field: LineField, text: string) {
        const line = lineOf(key);
        if (!line || line[field] === text) return;
        const changed = { ...line, [field]: text };
        const { line: _, [field]: __, ...refused } = state.refusals.get(key) ?? NO_ERRORS;
        update({
          lines: state.lines.map(each => (each === line ? changed : each)),
          refusals: state.refusals.has(key) ? new Map(state.refusals).set(key, refused) : state.refusals,
        });
      },
      /** Somebody has left a field: what is wrong with it is shown from here on. */
      touch(key: string, field: LineField) {
        const line = lineOf(key);
        const touched = state.touched.get(key) ?? [];
        if (!line || touched.includes(field) || errorsOf(line)[field] === undefined) return;
        update({ touched: new Map(state.touched).set(key, [...touched, field]) });
      },
      remove(key: string) {
        const index = state.lines.findIndex(each => each.key === key);
        const line = state.lines[index];
        if (!line) return;
        const adjacent = state.lines[index + 1] ?? state.lines[index - 1];
        update({
          lines: state.lines.filter(each => each !== line),
          removed: [...state.removed, { line, index }],
          pendingFocus: { key: adjacent?.key ?? null, field: null, isNear: true },
          announcement: texts.removed(index + 1, line.title),
        });
      },
      /** The last removed comes back. Lines are added at the end alone, so its place is still the same. */
      restore() {
        const { lines, removed } = state;
        const last = removed.at(-1);
        if (!last) return;
        const { line, index } = last;
        update({
          lines: [...lines.slice(0, index), line, ...lines.slice(index)],
          removed: removed.slice(0, -1),
          // With more to bring back the focus stays on the button for it.
          pendingFocus: removed.length > 1 ? null : { key: line.key, field: null, isNear: true },
          announcement: texts.restored(index + 1, line.title),
        });
      },
      /** One more line; its key. */
      add(found: Nomenclature): string {
        const line = newDraftLine(found, newLineKey());
        update({ lines: [...state.lines, line] });
        return line.key;
      },
      /** From here on these lines are what nobody has typed; those that are the same keep their keys. */
      startFrom(next: readonly StockLine[]) {
        update(untouchedState(matchLines(next, { lines: state.lines, sent: sent ?? state.lines })));
      },
      /** What was sent is stored like this; what was typed, added or removed since stays so. */
      applySaved(next: readonly StockLine[], sentLines: readonly DraftLine[]) {
        update(savedState(state, matchLines(next, { lines: sentLines, sent: sentLines }), sentLines));
      },
      /** Nothing differs from what is stored, however it was typed. */
      isUntouched(): boolean {
        if (state.lines.length !== state.stored.length) return false;
        return state.lines.every((line, index) => {
          const before = state.stored[index];
          return before !== undefined && line.key === before.key && isSameLine(line, before);
        });
      },
      /** From here on errors are shown, and no more what the server said of an earlier attempt; false where there are some. */
      validate(): boolean {
        update({ showsAllErrors: true, refusals: new Map() });
        return state.lines.every(line => errorsOf(line) === NO_ERRORS);
      },
      /** The server's messages by path; those that are about no line come back. */
      applyRefusals(fields: Refusals): Refusals {
        const { refusals, rest } = assignRefusals(state, fields, sent ?? state.lines);
        update({ refusals });
        return rest;
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
        if (!at || !line) return;
        update({ pendingFocus: { key: line.key, field: at.field === 'line' ? null : at.field } });
      },
      /** Leads to the line, e.g. one that was just added. */
      focus: (key: string, options: Partial<PendingFocus> = {}) =>
        update({ pendingFocus: { key, field: 'count', ...options } }),
      /** The table has led there. */
      clearPendingFocus(focus: PendingFocus) {
        if (state.pendingFocus === focus) update({ pendingFocus: null });
      },
    },
  };
}

function untouchedState(drafts: readonly DraftLine[]) {
  return {
    lines: drafts,
    stored: drafts,
    removed: [],
    refusals: new Map<string, LineErrors>(),
    touched: new Map<string, readonly LineField[]>(),
    showsAllErrors: false,
  };
}

/** The state after `sent` was stored as `drafts`. */
function savedState(
  state: LineState,
  drafts: readonly DraftLine[],
  sent: readonly DraftLine[],
): Partial<LineState> {
  const before = new Map(sent.map(line => [line.key, line]));
  const after = new Map(drafts.map(line => [line.key, line]));
  const lines = state.lines.map(line => {
    const now = after.get(line.key);
    if (!now) return { ...line, id: null };
    return line === before.get(line.key) ? now : { ...line, id: now.id };
  });
  return {
    ...untouchedState(drafts),
    lines: state.lines === sent ? drafts : lines,
    removed: state.removed.flatMap(({ line, index }) => {
      const now = after.get(line.key);
      return now ? { line: { ...line, id: now.id }, index } : [];
    }),
  };
}

function toSentLine(line: DraftLine): SentLines[number] {
  return {
    id: line.id,
    nomenclature_id: line.nomenclatureId,
    title: line.title,
    count: toSentNumber(line.count),
    price: toSentNumber(line.price),
    tax: toSentNumber(line.tax) || 0,
    discount: toSentNumber(line.discount) || 0,
    reason: sentReason(line),
  };
}

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
function assignRefusals(state: LineState, fields: Refusals, sent: readonly DraftLine[]) {
  const refusals = new Map(state.refusals);
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
  return { refusals, rest };
}

function isAsSent(now: DraftLine | undefined, sent: DraftLine, field: LineField | 'line'): boolean {
  return now !== undefined && (field === 'line' ? now === sent : now[field] === sent[field]);
}
