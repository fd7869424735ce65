import * as v from 'valibot';
import { contactTextsOf, eachContactText, noContactTexts } from '#contract/contact-fields.ts';
import { PHONES_MAX } from '#contract/contacts.ts';
import { formatPhone, phoneDigits } from '#kit/phone.ts';
import { phoneRemark } from '#ui/form/phone-text.ts';
import { text } from '#validation/fields.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import { ContactValues } from '../offline/contact-kinds.ts';
import { texts } from '../texts.ts';

/** Says what is missing of a number, not only that it is none. */
const phone = v.pipe(
  text(texts.phone, required()),
  v.check(
    typed => typed === '' || phoneDigits(typed) !== null,
    issue => phoneRemark(issue.input) ?? '',
  ),
);

/** The form mirrors what is on the screen; phones are objects because a list of fields needs that. */
export const ContactForm = v.object({
  ...eachContactText((_, field) =>
    text(field.label, ...(field.required ? [required<string>()] : []), max(field.max)),
  ),
  phones: v.pipe(
    v.array(v.object({ text: phone })),
    v.title(texts.phones),
    v.minLength(1),
    v.maxLength(PHONES_MAX),
  ),
});
export type ContactForm = v.InferOutput<typeof ContactForm>;

/** A form with one empty phone row. */
export const emptyForm: ContactForm = { ...noContactTexts, phones: [{ text: '' }] };

/** A contact as the form shows it; every form has a phone row. */
export function toForm(contact: ContactValues): ContactForm {
  const rows = contact.phones.map(phone => ({ text: formatPhone(phone) }));
  return { ...contactTextsOf(contact), phones: rows.length > 0 ? rows : emptyForm.phones };
}

const KeptForm = v.object({
  ...eachContactText(() => v.optional(v.string(), '')),
  phones: v.array(v.object({ text: v.string() })),
});

/** [S9] What is kept of a form being typed. `id` is the form's instance, `base` what was seen when editing began. */
export const ContactDraft = v.object({ id: v.string(), values: KeptForm, base: v.nullable(ContactValues) });
export type ContactDraft = v.InferOutput<typeof ContactDraft>;

/** What a valid form says of the person; a number typed twice is one number. */
export function fromForm(form: ContactForm): ContactValues {
  const digits = form.phones.flatMap(phone => phoneDigits(phone.text) ?? []);
  return { ...contactTextsOf(form), phones: [...new Set(digits)] };
}

/** The server's field path as the form's: contact_phones.0.full_phone → phones.0.text. */
export function formField(serverPath: string): string {
  return serverPath.replace(/^contact_phones(?=\.|$)/, 'phones').replace(/\.full_phone$/, '.text');
}
