import { useRef, useState } from 'react';
import type { Receipt } from '#contract/warehouse.ts';
import { useForm } from '#ui/form/use-form.ts';
import { HeadForm, type HeadFormApi, headOf } from '../head/head-form.ts';
import { useLines } from '../lines/line-store.ts';
import { differingFields, type ReceiptContent } from './content.ts';

/** What is being typed into a receipt, and the stored one that it began from. */
export type Edits = ReturnType<typeof useEdits>;

/** The edits of a receipt: the fields of its head and its lines, together. */
export function useEdits(initial: Receipt) {
  const form = useForm(HeadForm, { values: headOf(initial) });
  const lines = useLines(initial.nomenclature);
  const [base, setBase] = useState(initial);
  const latestBase = useRef(initial);
  /** The edits are those of this version from here on. */
  const rebase = (stored: Receipt) => {
    latestBase.current = stored;
    setBase(stored);
  };
  return {
    form,
    lines,
    /** The stored receipt that the edits began from: its version is the one that a save replaces. */
    base,
    /** The same at this moment, not at the last drawing. */
    currentBase: () => latestBase.current,
    currentContent: (): ReceiptContent => ({ head: form.getValues(), lines: lines.currentLines() }),
    isUntouched: () => form.isUntouched() && lines.isUntouched(),
    rebase,
    /** Shows this one, and nothing of what was typed. */
    startFrom(stored: Receipt) {
      rebase(stored);
      form.startFrom(headOf(stored));
      lines.startFrom(stored.nomenclature);
    },
    /** What was sent is stored like this; what was typed since stays typed. */
    applySaved(stored: Receipt, sent: ReceiptContent) {
      rebase(stored);
      applySavedHead(form, headOf(stored), sent.head);
      lines.applySaved(stored.nomenclature, sent.lines);
    },
  };
}

/** What was typed after it was sent is typed again over what is stored now. */
function applySavedHead(form: HeadFormApi, stored: HeadForm, sent: HeadForm): void {
  const typed = form.getValues();
  form.startFrom(stored);
  for (const name of differingFields(typed, sent)) {
    form.setValue(name, typed[name], { shouldDirty: true, shouldTouch: true });
  }
}
