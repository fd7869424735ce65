import { useRef, useState } from 'react';
import type { Result } from '#kit/result.ts';
import type { Refusal } from '#sync/outbox.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { type ContactForm, fromForm } from './contact-form-values.ts';
import type { ContactValues } from './offline/contact-kinds.ts';
import { refusalText } from './refusal-text.ts';
import type { ContactFormApi } from './use-contact-form.ts';

export type SaveContact = (values: ContactValues) => Promise<Result<unknown, Refusal>>;

/** Saves once per tap, however fast; what the device refuses stays in the form, with the reason beside it. */
export function useSaveForm(
  form: ContactFormApi,
  save: SaveContact,
  onSaved: (values: ContactValues) => unknown,
) {
  const [trouble, setTrouble] = useState('');
  const isSaving = useRef(false);
  const saveOnce = async (valid: ContactForm) => {
    const values = fromForm(valid);
    const saved = await save(values);
    if (saved.ok) await onSaved(values);
    else setTrouble(refusalText(saved.problem));
  };
  const submit = form.handleSubmit(async valid => {
    if (isSaving.current) return;
    isSaving.current = true;
    setTrouble('');
    try {
      await saveOnce(valid);
    } catch (cause) {
      setTrouble(uiTexts.systemError);
      throw cause;
    } finally {
      isSaving.current = false;
    }
  });
  return { submit, trouble };
}
