import type * as v from 'valibot';
import { emailText, fields, secretText, text } from '#validation/fields.ts';
import { confirmed } from '#validation/rules/choices.ts';
import { email } from '#validation/rules/email.ts';
import { required } from '#validation/rules/required.ts';
import { texts } from './texts.ts';

const account = {
  name: text(texts.name, required()),
  email: emailText(texts.email, required(), email()),
  password: secretText(texts.password, required()),
};

/** The form of one new promoter. A password has no least length. */
export const PromoterForm = fields({
  ...account,
  password_confirmation: secretText(texts.confirmation, required(), confirmed('password')),
});
export type PromoterForm = v.InferOutput<typeof PromoterForm>;

/** One promoter of a list; there is nobody who could repeat its password. */
export const Account = fields(account);
export type Account = v.InferOutput<typeof Account>;

/** What nobody has typed. */
export const emptyForm: PromoterForm = { name: '', email: '', password: '', password_confirmation: '' };
