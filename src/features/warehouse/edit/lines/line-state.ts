import type { StockLine } from '#contract/warehouse.ts';
import { type DraftLine, type LineField, toDraftLine } from '#domain/warehouse/draft-line.ts';
import { errorsOf, type LineErrors } from './line-errors.ts';
import { matchLines, newLineKey } from './match-lines.ts';
import { isSameLine } from './same-line.ts';

/** A line that was taken out, and where it stood then. */
export type RemovedLine = { readonly line: DraftLine; readonly index: number };

/** The lines of a document as they are being edited. Never changed, only replaced. */
export type LineState = {
  readonly lines: readonly DraftLine[];
  /** What is stored, in its order. */
  readonly stored: readonly DraftLine[];
  /** The last removed is the last. */
  readonly removed: readonly RemovedLine[];
  /** What the server has refused, by the key of the line. */
  readonly refusals: ReadonlyMap<string, LineErrors>;
  /** The fields that somebody has left with something wrong in them, by the key of the line. */
  readonly touched: ReadonlyMap<string, readonly LineField[]>;
  /** It was to be sent: from here on everything that is wrong is shown. */
  readonly showsAllErrors: boolean;
};

/** The state in which a stored document is opened. */
export function initialLineState(stored: readonly StockLine[]): LineState {
  return untouchedState(stored.map(line => toDraftLine(line, newLineKey())));
}

/** The state after another version was stored or fetched; lines that are the same keep their keys. */
export function resetLines(
  state: LineState,
  stored: readonly StockLine[],
  sent: readonly DraftLine[] | null,
): LineState {
  return untouchedState(matchLines(stored, { lines: state.lines, sent: sent ?? state.lines }));
}

/** The state after `sent` was stored: what was typed, added or removed since then stays so. */
export function applySavedLines(
  state: LineState,
  stored: readonly StockLine[],
  sent: readonly DraftLine[],
): LineState {
  const drafts = matchLines(stored, { lines: sent, sent });
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

function untouchedState(drafts: readonly DraftLine[]): LineState {
  return {
    lines: drafts,
    stored: drafts,
    removed: [],
    refusals: new Map(),
    touched: new Map(),
    showsAllErrors: false,
  };
}

/** Nothing differs from what is stored, however it was typed. */
export function isUntouched({ lines, stored }: LineState): boolean {
  if (lines.length !== stored.length) return false;
  return lines.every((line, index) => {
    const before = stored[index];
    return before !== undefined && line.key === before.key && isSameLine(line, before);
  });
}

export type Change = { key: string; field: LineField; text: string };

/** What was refused of that field, or of the line as a whole, is not said of what stands there now. */
export function changeLine(state: LineState, { key, field, text }: Change): LineState {
  const line = state.lines.find(each => each.key === key);
  if (!line || line[field] === text) return state;
  const changed = { ...line, [field]: text };
  const refused = state.refusals.get(key);
  return {
    ...state,
    lines: state.lines.map(each => (each === line ? changed : each)),
    refusals: refused ? withEntry(state.refusals, key, without(refused, field)) : state.refusals,
  };
}

function without(refused: LineErrors, field: LineField): LineErrors {
  const { line: _, [field]: __, ...others } = refused;
  return others;
}

/** Somebody has left a field: what is wrong with it is shown from here on. */
export function touchField(state: LineState, key: string, field: LineField): LineState {
  const line = state.lines.find(each => each.key === key);
  const touched = state.touched.get(key) ?? [];
  if (!line || touched.includes(field) || errorsOf(line)[field] === undefined) return state;
  return { ...state, touched: withEntry(state.touched, key, [...touched, field]) };
}

export function addLine(state: LineState, line: DraftLine): LineState {
  return { ...state, lines: [...state.lines, line] };
}

export function removeLine(state: LineState, key: string): LineState {
  const index = state.lines.findIndex(each => each.key === key);
  const line = state.lines[index];
  if (!line) return state;
  return {
    ...state,
    lines: state.lines.filter(each => each !== line),
    removed: [...state.removed, { line, index }],
  };
}

/** The last removed comes back. Lines are added at the end alone, so its place is still the same. */
export function restoreLine(state: LineState): LineState {
  const last = state.removed.at(-1);
  if (!last) return state;
  const { lines } = state;
  return {
    ...state,
    lines: [...lines.slice(0, last.index), last.line, ...lines.slice(last.index)],
    removed: state.removed.slice(0, -1),
  };
}

/** It is to be sent: what the server said of an earlier attempt is over. */
export function showAllErrors(state: LineState): LineState {
  return { ...state, showsAllErrors: true, refusals: new Map() };
}

function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): Map<string, Value> {
  return new Map(map).set(key, value);
}
