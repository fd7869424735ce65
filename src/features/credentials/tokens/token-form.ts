import * as v from 'valibot';
import { NAME_MAX } from '#contract/credentials.ts';
import { fields, text } from '#validation/fields.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import { texts } from './texts.ts';

/** The form of a new token; what it may be good for is the server's to check. */
export const TokenForm = fields({
  name: text(texts.name, required(), max(NAME_MAX)),
  scopes: v.pipe(v.array(v.string()), v.title(texts.scopes)),
});
export type TokenForm = v.InferOutput<typeof TokenForm>;

/** What nobody has typed. */
export const emptyForm: TokenForm = { name: '', scopes: [] };
