import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import type { WireHint } from '#contract/wire.ts';
import { isRecord } from '#kit/is-record.ts';

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  item?: Schema;
  wrapped?: Schema;
  value?: Schema;
  options?: readonly unknown[];
  getter?: (input: unknown) => Schema;
};

/** An answer as our server would send it. Trees of references end after two levels. */
function sampleOf(schema: Schema, depth = 0): unknown {
  const { wire } = v.getMetadata(schema) as WireHint;
  if (wire === 'date') return '2026-11-20T12:12:39.000000Z';
  if (wire === 'phone') return '79161234567';
  if (wire === 'flags') return { edit_users: true };
  const { entries = {}, item, wrapped, value, options = [], getter } = schema;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(entries).map(([name, inner]) => [name, sampleOf(inner, depth)]),
      );
    case 'array':
      return item && depth < 2 ? [sampleOf(item, depth + 1), sampleOf(item, depth + 1)] : [];
    case 'optional':
    case 'nullable':
      return wrapped && sampleOf(wrapped, depth);
    case 'record':
      return { user: value && sampleOf(value, depth) };
    case 'lazy':
      return getter && sampleOf(getter(undefined), depth);
    case 'union':
    case 'picklist':
      return typeof options[0] === 'object' ? sampleOf(options[0] as Schema, depth) : options[0];
    case 'number':
      return 7;
    case 'boolean':
      return true;
    case 'string':
      return 'текст';
    default:
      return {};
  }
}

/** The JSON with which our server would say that a call succeeded. */
export function sampleReply({ reply, succeedsBy = [], agreesWith = {} }: Endpoint): unknown {
  const sample = sampleOf(reply as Schema); // every schema is one of those above
  if (!isRecord(sample)) return sample;
  return { ...sample, ...agreesWith, ...(succeedsBy.includes('status') && { status: 'success' }) };
}
