import { type Form, type FormOptions, useForm } from '#ui/form/use-form.ts';
import { texts } from '../texts.ts';
import { ContactForm, formField } from './contact-form-values.ts';

export type ContactFormApi = Form<ContactForm, ContactForm>;

/** The contact form's fields; [S15] with what the server refused at its fields. */
export function useContactForm(
  options: Pick<FormOptions<ContactForm>, 'values' | 'pristine' | 'draft' | 'refused'>,
): ContactFormApi {
  return useForm(ContactForm, { ...options, nameOf: formField, labelOf });
}

/** The rows of the list have a number in their label. */
function labelOf(name: string): string | undefined {
  const [, index] = /^phones\.(\d+)/.exec(name) ?? [];
  return index === undefined ? undefined : texts.phoneAt(Number(index));
}
