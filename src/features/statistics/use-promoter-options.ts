import { useMemo } from 'react';
import { ALL_PROMOTERS, listPromoters } from '#contract/moderation.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import type { TreeOption } from '#ui/tree-option.ts';
import type { PromoterOptions } from './filter-form.tsx';
import { texts } from './texts.ts';

const EVERYBODY: TreeOption = { id: ALL_PROMOTERS, name: texts.all };

/** Whom the filter can be set to, «показать всех» first; somebody whom the list does not know keeps a place in it. */
export function usePromoterOptions(chosen: number): {
  promoters: PromoterOptions;
  nameOf: (id: number) => string;
} {
  const { value, problem, busy, reload } = useRemote(listPromoters, {});
  const options = useMemo(() => {
    const known = value?.list ?? [];
    const isKnown = chosen === ALL_PROMOTERS || known.some(({ id }) => id === chosen);
    const unknown = isKnown ? [] : [{ id: chosen, name: texts.unknownPromoter(chosen) }];
    return [EVERYBODY, ...unknown, ...known];
  }, [value, chosen]);
  return {
    promoters: {
      options,
      busy: busy && !value,
      problem: problem && !value ? texts.promotersFailed : undefined,
      onRetry: () => void reload(),
    },
    nameOf(id) {
      if (id === ALL_PROMOTERS) return texts.everybody;
      return options.find(option => option.id === id)?.name ?? texts.unknownPromoter(id);
    },
  };
}
