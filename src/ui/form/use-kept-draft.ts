import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Where a form keeps what is typed. */
export type KeptDraft<Values> = {
  save(values: Values): void;
  clear(): Promise<void>;
  /** Fields that are never kept, such as passwords: a draft holds them as if nobody had typed there. */
  without?: readonly (keyof Values)[];
};

export type Seen<Values> = {
  /** The form holds what nobody has typed. */
  isUntouched(): boolean;
  /** Something typed is kept nowhere: leaving would lose it. */
  wouldLose(): boolean;
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
  const latest = useRef({ pristine, draft });
  latest.current = { pristine, draft };
  useEffect(() => {
    let last = '';
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const { pristine: blank, draft: kept } = latest.current;
        const text = JSON.stringify(keptPart(values, blank, kept));
        if (text === last) return;
        last = text;
        if (text === JSON.stringify(keptPart(JSON.parse(seen.current), blank, kept))) void kept?.clear();
        else kept?.save(JSON.parse(text));
      },
    });
  }, [subscribe]);
  return useMemo(() => {
    const isUntouched = () => JSON.stringify(getValues()) === seen.current;
    return {
      isUntouched,
      wouldLose() {
        const { draft: kept } = latest.current;
        if (!kept) return !isUntouched();
        const [now, before]: Input[] = [getValues(), JSON.parse(seen.current)];
        return (kept.without ?? []).some(
          name => JSON.stringify(now?.[name]) !== JSON.stringify(before?.[name]),
        );
      },
      follow(values) {
        seen.current = JSON.stringify(values);
      },
    };
  }, [getValues]);
}

/** The values that a draft may hold. */
function keptPart<Input extends FieldValues>(
  values: Input,
  pristine: Input,
  draft: KeptDraft<Input> | undefined,
): Input {
  const kept = { ...values };
  for (const name of draft?.without ?? []) kept[name] = pristine[name];
  return kept;
}
