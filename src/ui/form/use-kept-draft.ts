import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Where a form keeps what is typed. */
export type KeptDraft<Values> = {
  save(values: Values): void;
  clear(): Promise<void>;
  /** Fields that are never kept, such as passwords: a draft holds them as if nobody had typed there. */
  without?: readonly (keyof Values)[];
};

/** [S9] Keeps every change as a draft; a form that is back where it began needs none. */
export function useKeptDraft<Input extends FieldValues, Output>(
  { subscribe, getValues }: Pick<UseFormReturn<Input, unknown, Output>, 'subscribe' | 'getValues'>,
  pristine: Input,
  draft: KeptDraft<Input> | undefined,
) {
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
    /** The form holds what nobody has typed. */
    const isUntouched = () => JSON.stringify(getValues()) === seen.current;
    return {
      isUntouched,
      /** Something typed is kept nowhere: leaving would lose it. */
      wouldLose() {
        const { draft: kept } = latest.current;
        if (!kept) return !isUntouched();
        const [now, before]: Input[] = [getValues(), JSON.parse(seen.current)];
        return (kept.without ?? []).some(
          name => JSON.stringify(now?.[name]) !== JSON.stringify(before?.[name]),
        );
      },
      /** These are the values that nobody has typed from now on. */
      follow(values: Input) {
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
