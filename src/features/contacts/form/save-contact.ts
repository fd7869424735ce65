import { failure, type Result, success } from '#kit/result.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { SubmitHandler } from '#ui/form/use-form.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { refusalText } from '../refusal-text.ts';
import { fromForm } from './contact-form-values.ts';
import type { ContactFormApi } from './use-contact-form.ts';

export type SaveContact = (values: ContactValues) => Promise<Result<unknown, Refusal>>;

export type Saving = {
  save: SaveContact;
  /** Whether nothing has to be asked first; what asks calls `again` once the user has decided. */
  mayGoOn: (values: ContactValues, again: () => void) => Promise<boolean>;
};

/** Builds the submit handlers of a contact's form: ways to save differ in what follows them. */
export function saveContactThen({ submit }: ContactFormApi, { save, mayGoOn }: Saving) {
  return (onSaved: (values: ContactValues) => unknown): SubmitHandler => {
    const handleSubmit = submit(async valid => {
      const values = fromForm(valid);
      if (!(await mayGoOn(values, () => void handleSubmit()))) return null;
      const saved = await save(values);
      return saved.ok ? success(values) : failure({ message: refusalText(saved.problem) });
    }, onSaved);
    return handleSubmit;
  };
}
