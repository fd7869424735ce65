import { useCallback, useMemo, useRef, useState } from 'react';
import type { Receipt } from '#contract/warehouse.ts';
import { useForm } from '#ui/form/use-form.ts';
import { HeadForm, type HeadFormApi, headOf } from '../head/head-form.ts';
import { type Lines, useLines } from '../lines/use-lines.ts';
import { differingFields, type ReceiptContent } from './content.ts';

/** What is being typed into a receipt, and the stored one that it began from. */
export type Edits = {
  form: HeadFormApi;
  lines: Lines;
  /** The stored receipt that the edits began from: its version is the one that a save replaces. */
  base: Receipt;
  /** The same at this moment, not at the last drawing. */
  currentBase: () => Receipt;
  currentContent: () => ReceiptContent;
  isUntouched: () => boolean;
  /** Shows this one, and nothing of what was typed. */
  startFrom: (stored: Receipt) => void;
  /** What was sent is stored like this; what was typed since stays typed. */
  applySaved: (stored: Receipt, sent: ReceiptContent) => void;
  /** The edits are those of this version from here on. */
  rebase: (stored: Receipt) => void;
};

/** The edits of a receipt: the fields of its head and its lines, together. */
export function useEdits(initial: Receipt): Edits {
  const form = useForm(HeadForm, { values: headOf(initial) });
  const lines = useLines(initial.nomenclature);
  const [base, setBase] = useState(initial);
  const latest = useRef({ form, lines, base });
  latest.current = { form, lines, base: latest.current.base };
  const rebase = useCallback((stored: Receipt) => {
    latest.current.base = stored;
    setBase(stored);
  }, []);
  const actions = useMemo(() => {
    const currentContent = (): ReceiptContent => ({
      head: latest.current.form.getValues(),
      lines: latest.current.lines.lines,
    });
    return {
      currentContent,
      rebase,
      currentBase: () => latest.current.base,
      isUntouched: () => latest.current.form.isUntouched() && latest.current.lines.isUntouched(),
      startFrom(stored: Receipt) {
        rebase(stored);
        latest.current.form.startFrom(headOf(stored));
        latest.current.lines.startFrom(stored.nomenclature);
      },
      applySaved(stored: Receipt, sent: ReceiptContent) {
        rebase(stored);
        applySavedHead(latest.current.form, headOf(stored), sent.head);
        latest.current.lines.applySaved(stored.nomenclature, sent.lines);
      },
    };
  }, [rebase]);
  return { form, lines, base, ...actions };
}

/** What was typed after it was sent is typed again over what is stored now. */
function applySavedHead(form: HeadFormApi, stored: HeadForm, sent: HeadForm): void {
  const typed = form.getValues();
  form.startFrom(stored);
  for (const name of differingFields(typed, sent)) {
    form.setValue(name, typed[name], { shouldDirty: true, shouldTouch: true });
  }
}
