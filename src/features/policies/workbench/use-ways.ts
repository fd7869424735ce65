import { useDeferredValue, useMemo, useState } from 'react';
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
  // Comparing large policies takes longer than a frame: an edit is drawn before its words.
  const shown = useDeferredValue(history);
  const back = useMemo(() => backWords(shown, catalogue), [shown, catalogue]);
  const forth = useMemo(() => forthWords(shown, catalogue), [shown, catalogue]);
  const [told, setTold] = useState('');
  return {
    back,
    forth,
    told,
    goBack() {
      const words = shown === history ? back : backWords(history, catalogue);
      undo();
      setTold(words === null ? texts.nothingToUndo : texts.undone(words));
    },
    goForth() {
      const words = shown === history ? forth : forthWords(history, catalogue);
      redo();
      setTold(words === null ? texts.nothingToRedo : texts.redone(words));
    },
  };
}

function backWords({ past, present }: History, catalogue: Catalogue): string | null {
  return stepWords(past.at(-1)?.policy, present, catalogue);
}

function forthWords({ present, future: [next] }: History, catalogue: Catalogue): string | null {
  return stepWords(present, next, catalogue);
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
