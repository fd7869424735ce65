/** Error bodies of every Laravel generation, read into one form. */
import { isRecord } from '#kit/is-record.ts';

/** What an answered error says. `fields`: server messages by field path, e.g. `contact_phones.0.full_phone`. */
type ProblemBody = { message: string; code: string; fields: Record<string, string[]> };

type Raw = Record<string, unknown>;

const NOT_FIELDS = new Set(['message', 'error', 'exception', 'trace', 'file', 'line']);

/** Reads a parsed error body; anything that is not an object says nothing. */
export function readProblemBody(raw: unknown): ProblemBody {
  if (!isRecord(raw)) return { message: '', code: '', fields: {} };
  const text = (name: string) => (typeof raw[name] === 'string' ? raw[name] : '');
  return {
    message: text('message') || text('error_description') || text('error'),
    code: text('code') || text('error'),
    fields: isRecord(raw.errors) ? messagesByField(raw.errors) : flatFields(raw),
  };
}

/** Laravel 5.3/5.4 send `{email: ["…"]}` without a wrapper: fields then, if at least one value is a list. */
function flatFields(raw: Raw): Record<string, string[]> {
  const rest = Object.entries(raw).filter(([name]) => !NOT_FIELDS.has(name));
  return rest.some(([, value]) => Array.isArray(value)) ? messagesByField(Object.fromEntries(rest)) : {};
}

function messagesByField(raw: Raw): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(raw)) {
    const messages = (Array.isArray(value) ? value : [value]).filter(item => typeof item === 'string');
    if (messages.length > 0) fields[name] = messages;
  }
  return fields;
}
