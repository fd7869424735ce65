import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Where a form keeps what is typed. */
export type KeptDraft<Values> = { save(values: Values): void; clear(): Promise<void> };

export type Seen<Values> = {
  /** The form holds what nobody has typed. */
  isUntouched(): boolean;
  /** These are the values that nobody has typed from now on. */
  follow(values: Values): void;
};

/** [S9] Keeps every change as a draft; a form that is back where it began needs none. */
export function useKeptDraft<Input extends FieldValues, Output>(
  { subscribe, getValues }: Pick<UseFormReturn<Input, unknown, Output>, 'subscribe' | 'getValues'>,
  pristine: Input,
  draft: KeptDraft<Input> | undefined,
): Seen<Input> {
  const seen = useRef(JSON.stringify(pristine));
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    let last = '';
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const text = JSON.stringify(values);
        if (text === last) return;
        last = text;
        if (text === seen.current) void latest.current?.clear();
        else latest.current?.save(JSON.parse(text));
      },
    });
  }, [subscribe]);
  return useMemo(
    () => ({
      isUntouched: () => JSON.stringify(getValues()) === seen.current,
      follow(values) {
        seen.current = JSON.stringify(values);
      },
    }),
    [getValues],
  );
}
