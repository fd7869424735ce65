import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect } from 'react';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import type { EntryError } from '#storage/outbox-db.ts';
import type { FormError } from '#ui/form/error-summary.tsx';
import { describeIssue } from '#validation/messages.ts';
import { texts } from '../texts.ts';
import { ContactForm, formField } from './contact-form-values.ts';

const resolver = valibotResolver(ContactForm, { message: describeIssue });

export type ContactFormApi = UseFormReturn<ContactForm, unknown, ContactForm>;

/** The contact form's fields; [S15] with what the server refused at its fields. */
export function useContactForm(values: ContactForm, refused: EntryError | null): ContactFormApi {
  const form = useForm<ContactForm, unknown, ContactForm>({
    defaultValues: values,
    resolver,
    mode: 'onTouched',
    // The summary takes the focus and leads to the fields.
    shouldFocusError: false,
  });
  const { setError } = form;
  useEffect(() => {
    for (const { name, message } of serverErrors(refused)) setError(name, { type: 'server', message });
  }, [refused, setError]);
  return form;
}

const FIELD = /^(first_name|last_name|comment|phones|phones\.\d+\.text)$/;
type FieldName = Parameters<ContactFormApi['setError']>[0];

function serverErrors(refused: EntryError | null): { name: FieldName; message: string }[] {
  if (!refused) return [];
  const told = Object.entries(refused.fields).map(([path, messages]) => {
    const name = formField(path);
    // The pattern lists exactly the paths of the form.
    return { name: (FIELD.test(name) ? name : 'root.server') as FieldName, message: messages.join(' ') };
  });
  return told.length > 0 ? told : [{ name: 'root.server', message: refused.message || texts.refused }];
}

/** Every refusal in the order of the fields; `trouble` is what kept the device from saving. */
export function listErrors(errors: FieldErrors<ContactForm>, trouble: string): FormError[] {
  const { phones: rows } = errors;
  // The rows without errors are holes in this array.
  const phones = Array.from({ length: rows?.length ?? 0 }, (_, index) => [
    texts.phoneAt(index),
    `phones.${index}.text`,
    rows?.[index]?.text,
  ]);
  const all = [
    ['', '', trouble ? { message: trouble } : undefined],
    ['', '', errors.root?.server],
    [texts.firstName, 'first_name', errors.first_name],
    [texts.lastName, 'last_name', errors.last_name],
    [texts.comment, 'comment', errors.comment],
    ...phones,
    [texts.phone, 'phones', rows?.root ?? rows],
  ] as [string, string, { message?: string } | undefined][]; // three columns each, errors of several types
  return all.flatMap(([label, name, error]) =>
    error?.message
      ? [{ name, message: label ? `${label}: ${lowerFirst(error.message)}` : error.message }]
      : [],
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
