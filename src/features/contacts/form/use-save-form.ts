import { type BaseSyntheticEvent, useRef, useState } from 'react';
import type { Result } from '#kit/result.ts';
import type { Refusal } from '#sync/outbox.ts';
import { texts as uiTexts } from '#ui/texts.ts';
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

/**
 * Saves once per tap, however fast; what the device refuses stays in the form, with the reason beside it. Returns
 * what builds a submit handler: ways to save differ in what follows them.
 */
export function useSaveForm(form: ContactFormApi, { save, mayGoOn }: Saving) {
  const [trouble, setTrouble] = useState('');
  const isSaving = useRef(false);
  const saveValid = async (values: ContactValues, again: () => void): Promise<boolean> => {
    setTrouble('');
    if (!(await mayGoOn(values, again))) return false;
    const saved = await save(values);
    if (!saved.ok) setTrouble(refusalText(saved.problem));
    return saved.ok;
  };
  const submitThen = (onSaved: (values: ContactValues) => unknown) => {
    const submit = async (event?: BaseSyntheticEvent) => {
      event?.preventDefault();
      if (isSaving.current) return;
      isSaving.current = true;
      const done: ContactValues[] = [];
      try {
        await form.handleSubmit(async valid => {
          const values = fromForm(valid);
          if (await saveValid(values, () => void submit())) done.push(values);
        })(event);
        // Not before the submit has ended: a form that is emptied then is a new one, not one that was refused.
        for (const values of done) await onSaved(values);
      } catch (cause) {
        setTrouble(uiTexts.systemError);
        throw cause;
      } finally {
        isSaving.current = false;
      }
    };
    return submit;
  };
  return { submitThen, trouble };
}
