import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { LINE_FIELDS, type LineErrors } from './line-errors.ts';
import type { LineState } from './line-state.ts';

/** Messages of a server by the path of what they are about. */
export type Refusals = Readonly<Record<string, readonly string[]>>;

/** The line at an index, and what of it; a field that nobody can type in here is the line as a whole. */
export function parseErrorName(name: string): { index: number; field: LineField | 'line' } | null {
  const [, index, field] = /^nomenclature\.(\d+)(?:\.(\w+))?$/.exec(name) ?? [];
  if (index === undefined) return null;
  return { index: Number(index), field: LINE_FIELDS.find(each => each === field) ?? 'line' };
}

/**
 * Refusals at the lines that stood at those places when they were sent. What was changed or removed meanwhile is not
 * what was refused; what is about no line at all is left for whoever asks.
 */
export function applyRefusals(
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
