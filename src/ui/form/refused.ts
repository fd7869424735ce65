import type * as v from 'valibot';
import { hasFieldAt } from '#validation/schema-walk.ts';
import { toFieldWords, toServerWords } from '../remote/to-server-words.ts';
import { texts } from './texts.ts';

/** Why something was not saved, in words; `fields`: messages by the path under which the server knows the field. */
export type Refused = {
  message: string;
  /** Of the answer, where there was one. */
  status?: number;
  fields?: Readonly<Record<string, readonly string[]>>;
};

type Schema = v.GenericSchema | v.GenericSchemaAsync;

/**
 * A refusal as messages by the form's own names; '' for what belongs to none of its fields. Never empty: a refusal
 * without words gets some.
 */
export function sortRefusal(
  { message, status = 422, fields = {} }: Refused,
  schema: Schema,
  nameOf: (serverPath: string) => string = path => path,
): [name: string, message: string][] {
  const sorted = new Map<string, string[]>();
  for (const [path, messages] of Object.entries(fields)) {
    const name = nameOf(path);
    const known = hasFieldAt(schema, name) ? name : '';
    sorted.set(known, [...(sorted.get(known) ?? []), ...messages]);
  }
  if (sorted.size === 0) return [['', toServerWords({ message, status }) || texts.refusedWithoutWords]];
  return [...sorted].map(([name, said]) => [
    name,
    name === '' ? toServerWords({ message, status, fields: { '': said } }) : toFieldWords(said),
  ]);
}
