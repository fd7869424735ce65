import { useDeferredValue, useMemo, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { changeWords } from '../saving/change-words.ts';
import { texts } from '../texts.ts';
import type { History } from './history.ts';

/** The ways back and forth: what each would undo or redo in words, null where there is nothing. */
export type UndoRedo = {
  undoLabel: string | null;
  redoLabel: string | null;
  undo: () => void;
  redo: () => void;
  /** What was undone or redone last, for whoever does not see it. */
  announcement: string;
};

type HistoryActions = { history: History; undo: () => void; redo: () => void };

/** Undo and redo, said in words. */
export function useUndoRedo({ history, undo, redo }: HistoryActions, catalogue: Catalogue): UndoRedo {
  // Comparing large policies takes longer than a frame: an edit is drawn before its words.
  const shown = useDeferredValue(history);
  const undoLabel = useMemo(() => undoText(shown, catalogue), [shown, catalogue]);
  const redoLabel = useMemo(() => redoText(shown, catalogue), [shown, catalogue]);
  const [announcement, setAnnouncement] = useState('');
  return {
    undoLabel,
    redoLabel,
    announcement,
    undo() {
      const words = shown === history ? undoLabel : undoText(history, catalogue);
      undo();
      setAnnouncement(words === null ? texts.nothingToUndo : texts.undone(words));
    },
    redo() {
      const words = shown === history ? redoLabel : redoText(history, catalogue);
      redo();
      setAnnouncement(words === null ? texts.nothingToRedo : texts.redone(words));
    },
  };
}

function undoText({ past, present }: History, catalogue: Catalogue): string | null {
  return stepText(past.at(-1)?.policy, present, catalogue);
}

function redoText({ present, future: [next] }: History, catalogue: Catalogue): string | null {
  return stepText(present, next, catalogue);
}

function stepText(
  before: Policy | undefined,
  after: Policy | undefined,
  catalogue: Catalogue,
): string | null {
  if (!before || !after) return null;
  const [first = texts.nothingChanged, ...rest] = changeWords(before, after, catalogue);
  return rest.length === 0 ? first : `${first} ${texts.more(rest.length)}`;
}
