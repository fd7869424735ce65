import * as v from 'valibot';
import { EMAIL_MAX, NAME_MAX } from '#contract/moderation.ts';
import { fields, text } from '#validation/fields.ts';
import type { Rule } from '#validation/rule.ts';
import { confirmed } from '#validation/rules/choices.ts';
import { email } from '#validation/rules/email.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import { texts } from './texts.ts';

/** A field whose spaces belong to it: a password is never trimmed. */
function secret(label: string, ...rules: readonly Rule<string>[]) {
  return v.pipe(v.string(), v.title<string, string>(label), ...rules);
}

const account = {
  name: text(texts.name, required(), max(NAME_MAX)),
  email: text(texts.email, required(), email(), max(EMAIL_MAX)),
  password: secret(texts.password, required()),
};

/** The form of one new promoter. A password has no least length. */
export const PromoterForm = fields({
  ...account,
  password_confirmation: secret(texts.confirmation, required(), confirmed('password')),
});
export type PromoterForm = v.InferOutput<typeof PromoterForm>;

/** One promoter of a list; there is nobody who could repeat its password. */
export const Account = fields(account);
export type Account = v.InferOutput<typeof Account>;

/** What nobody has typed. */
export const emptyForm: PromoterForm = { name: '', email: '', password: '', password_confirmation: '' };
