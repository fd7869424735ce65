import { useMemo, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { changeWords } from '../saving/change-words.ts';
import { texts } from '../texts.ts';
import type { History } from './history.ts';

/** The ways back and forth: what each would undo or redo in words, null where there is nothing. */
export type Ways = {
  back: string | null;
  forth: string | null;
  goBack: () => void;
  goForth: () => void;
  /** What was undone or redone last, for whoever does not see it. */
  told: string;
};

type Going = { history: History; undo: () => void; redo: () => void };

/** Undo and redo, said in words. */
export function useWays({ history, undo, redo }: Going, catalogue: Catalogue): Ways {
  const { past, present, future } = history;
  const last = past.at(-1)?.policy;
  const [next] = future;
  const [told, setTold] = useState({ words: '', present });
  const back = useMemo(() => stepWords(last, present, catalogue), [last, present, catalogue]);
  const forth = useMemo(() => stepWords(present, next, catalogue), [present, next, catalogue]);
  return {
    back,
    forth,
    told: told.words,
    goBack() {
      undo();
      setTold({ words: back === null ? texts.nothingToUndo : texts.undone(back), present });
    },
    goForth() {
      redo();
      setTold({ words: forth === null ? texts.nothingToRedo : texts.redone(forth), present });
    },
  };
}

function stepWords(
  before: Policy | undefined,
  after: Policy | undefined,
  catalogue: Catalogue,
): string | null {
  if (!before || !after) return null;
  const [first = texts.nothingChanged, ...rest] = changeWords(before, after, catalogue);
  return rest.length === 0 ? first : `${first} ${texts.more(rest.length)}`;
}
