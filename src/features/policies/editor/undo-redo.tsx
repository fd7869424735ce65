import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { Redo2, Undo2 } from '#ui/icons-of-screens.ts';
import type { Editing } from '../editing.ts';
import { changeWords } from '../saving/change-words.ts';
import { texts } from '../texts.ts';
import { askForFocus } from '../tree/focus-request.ts';
import type { History } from './history.ts';
import styles from './undo-redo.module.css';

/** The ways back and forth: what each would undo or redo in words, null where there is nothing. */
type UndoRedo = {
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

/** Undo and redo, each with what it would do; both stay where they are, so that nobody loses the focus. */
export function HistoryButtons({ undoRedo }: { undoRedo: UndoRedo }) {
  const { undoLabel, redoLabel, undo, redo } = undoRedo;
  return (
    <>
      <Button
        icon={<Undo2 size={20} />}
        aria-label={undoLabel === null ? texts.nothingToUndo : texts.undoOf(undoLabel)}
        title={undoLabel === null ? texts.nothingToUndo : texts.undoOf(undoLabel)}
        aria-disabled={undoLabel === null || undefined}
        onClick={undo}
      >
        <span className={styles.word}>{texts.undo}</span>
      </Button>
      <Button
        icon={<Redo2 size={20} />}
        aria-label={redoLabel === null ? texts.nothingToRedo : texts.redoOf(redoLabel)}
        title={redoLabel === null ? texts.nothingToRedo : texts.redoOf(redoLabel)}
        aria-disabled={redoLabel === null || undefined}
        onClick={redo}
      >
        <span className={styles.word}>{texts.redo}</span>
      </Button>
    </>
  );
}

type Shortcuts = { undo: () => void; redo: () => void; save: () => void };

/**
 * Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y and Ctrl+S (⌘ on a Mac). A text field keeps its own undo; while a dialog asks
 * something, the policy behind it stays as it is.
 */
export function useShortcuts(keys: Shortcuts): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (!command) return;
      if (command !== 'save' && isTyping(event.target)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) latest.current[command]();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

/** By the letter; by its place where the keyboard writes other letters, as the Russian one does. */
function commandOf({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent): keyof Shortcuts | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace('Key', '').toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  if (shiftKey) return null;
  if (letter === 'y') return 'redo';
  return letter === 's' ? 'save' : null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isChoice = target.matches('input[type="radio"], input[type="checkbox"]');
  return !isChoice && target.matches('input, textarea, [contenteditable]');
}

/**
 * An undo by keys may take away the very thing that has the focus: then the focus goes on nearby, at the selected
 * node or else at the policy's title. To be called right before the undo.
 */
export function useNearbyFocus({ selected }: Editing): () => void {
  const isGoing = useRef(false);
  useLayoutEffect(() => {
    if (!isGoing.current) return;
    isGoing.current = false;
    if (document.activeElement !== document.body) return;
    if (selected) askForFocus({ place: 'line', path: selected });
    else document.querySelector<HTMLElement>('[data-policy-title]')?.focus();
  });
  return useCallback(() => {
    isGoing.current = true;
  }, []);
}
