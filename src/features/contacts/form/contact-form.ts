import { useMemo } from 'react';
import * as v from 'valibot';
import { contactTextsOf, eachContactText, noContactTexts } from '#contract/contact-fields.ts';
import { formatPhone } from '#kit/phone.ts';
import { failure, type Result } from '#kit/result.ts';
import { type DraftOf, useDraft } from '#state/draft.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Refusal } from '#sync/outbox.ts';
import { noteOfExtension, phoneOf, phoneRemark } from '#ui/form/phone-text.ts';
import type { Refused } from '#ui/form/refused.ts';
import { type Form, type FormOptions, type SubmitHandler, useForm } from '#ui/form/use-form.ts';
import { text } from '#validation/fields.ts';
import { required } from '#validation/rules/required.ts';
import { ContactValues } from '../offline/contact-kinds.ts';
import { refusalText, texts } from '../texts.ts';

/** Says what is missing of a number, not only that it is none. */
const phone = v.pipe(
  text(texts.phone, required()),
  v.check(
    typed => phoneRemark(typed) === undefined,
    issue => phoneRemark(issue.input) ?? '',
  ),
);

/**
 * The form mirrors what is on the screen; phones are objects because a list of fields needs that. Its rules are those of the
 * specification: how long a text may be, and how many phones, is the server's to say.
 */
export const ContactForm = v.object({
  ...eachContactText((_, field) => text(field.label, ...(field.required ? [required<string>()] : []))),
  phones: v.pipe(v.array(v.object({ text: phone })), v.title(texts.phones)),
});
export type ContactForm = v.InferOutput<typeof ContactForm>;

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

/** What a valid form says of the person; a number typed twice is one number. Extensions go into the comment. */
export function fromForm(form: ContactForm): ContactValues {
  const phones = form.phones.flatMap(row => phoneOf(row.text) ?? []);
  const notes = phones.filter(phone => phone.extension !== '').map(noteOfExtension);
  const comment = addLines(form.comment, notes);
  return { ...contactTextsOf(form), comment, phones: [...new Set(phones.map(phone => phone.digits))] };
}

/** The comment with these lines below it, without those that it has already. */
export function addLines(comment: string, lines: readonly string[]): string {
  const there = comment.split('\n');
  const missing = [...new Set(lines)].filter(line => !there.includes(line));
  return [comment, ...missing].filter(Boolean).join('\n');
}

/** The server's field path as the form's: contact_phones.0.full_phone → phones.0.text. */
function formField(serverPath: string): string {
  return serverPath.replace(/^contact_phones(?=\.|$)/, 'phones').replace(/\.full_phone$/, '.text');
}

/** For a value that is put into a field: it counts as typed. */
export const AS_TYPED = { shouldDirty: true, shouldTouch: true, shouldValidate: true };

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

/** The draft of one contact form; what another version of the app wrote and cannot be read counts as none. */
export function useContactDraft(
  form: 'contact.add' | 'contact.edit',
  instance: string,
): DraftOf<ContactDraft> {
  const draft = useDraft<ContactDraft>(form, instance);
  const { found } = draft;
  const readable = useMemo(
    () => found && v.parse(v.fallback(v.nullable(ContactDraft), null), found),
    [found],
  );
  return { ...draft, found: readable };
}

/** The entry that something was kept as, and what it holds: more than this form, where another window has saved too. */
export type SavedContact = { id: string; values: ContactValues };

export type SaveContact = (values: ContactValues) => Promise<Result<SavedContact, Refusal>>;

/** `values`: what the form held, for an entry whose content the server shows by now. */
export function savedAs(entry: Entry, values: ContactValues): SavedContact {
  return { id: entry.id, values: v.parse(v.fallback(ContactValues, values), entry.payload) };
}

/** Why nothing was kept; [S32] what another window has saved stands at its fields. */
function toRefused(refusal: Refusal): Refused {
  const conflicts = refusal.reason === 'changed' ? refusal.conflicts : {};
  const said = v.parse(v.partial(ContactValues), conflicts);
  const fields = Object.entries(said).map(([field, value]) => [
    field,
    [texts.savedElsewhereAs(fieldText(value))],
  ]);
  return { message: refusalText(refusal), fields: Object.fromEntries(fields) };
}

export function fieldText(value: string | readonly string[] = ''): string {
  return (typeof value === 'string' ? value : value.map(formatPhone).join('\n')) || texts.nothing;
}

type Saving = {
  save: SaveContact;
  /** Whether nothing has to be asked first; what asks calls `again` once the user has decided. */
  mayProceed: (values: ContactValues, again: () => void) => Promise<boolean>;
};

/** Builds the submit handlers of a contact's form: ways to save differ in what follows them. */
export function saveContactThen({ submit }: ContactFormApi, { save, mayProceed }: Saving) {
  return (onSaved: (saved: SavedContact) => unknown): SubmitHandler => {
    const handleSubmit = submit(async valid => {
      const values = fromForm(valid);
      if (!(await mayProceed(values, () => void handleSubmit()))) return null;
      const saved = await save(values);
      return saved.ok ? saved : failure(toRefused(saved.problem));
    }, onSaved);
    return handleSubmit;
  };
}
