import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { type NodePath, nearestNode } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { useStable } from '#ui/use-stable.ts';
import { changeWords } from './change-words.ts';
import type { Editing } from './editing.ts';
import { usePolicies } from './policies-store.ts';
import { type History, isOutdated, isUnsaved, type PolicyDraft } from './policy-drafts.ts';
import { texts } from './texts.ts';
import { askForFocus } from './tree/focus-request.ts';

/** The editing of one policy, for the parts of its form. */
export function useEditingOf(id: number, policy: Policy): Editing {
  const { dispatch, catalogue, add } = usePolicies();
  const [selected, select] = useState<NodePath | null>(null);
  const edit = useCallback<Editing['edit']>(
    (change, as) => dispatch({ type: 'edit', id, change, as }),
    [dispatch, id],
  );
  const shown = useMemo(() => selected && nearestNode(policy, selected), [policy, selected]);
  return useMemo(
    () => ({ policy, catalogue, edit, add, selected: shown, select }),
    [policy, catalogue, edit, add, shown],
  );
}

export type PolicyEditorState = ReturnType<typeof usePolicyEditor>;

/** How one policy stands, and what can be done with it as a whole. */
export function usePolicyEditor(id: number, draft: PolicyDraft, editing: Editing) {
  const policies = usePolicies();
  const { saves } = policies;
  const stored = policies.state.stored.get(id);
  const undoRedo = useUndoRedo(id, draft.history);
  const [isAsking, setAsking] = useState(false);
  const blockedReason = useBlockedReason();
  const blocked = blockedBecause(blockedReason);
  const saveState = saves.stateOf(id);
  const isDirty = isUnsaved(draft);
  const isBehind = isOutdated(draft, stored);
  const isBusy = saveState.step === 'sending' || saveState.step === 'checking';
  const compare = () => saves.compare(id, stored);
  const save = () => {
    if (blocked !== undefined || !isDirty || isBusy) return;
    if (isBehind) return compare();
    saves.reset(id);
    setAsking(true);
  };
  const keepFocus = useNearbyFocus(editing);
  useShortcuts(command => {
    if (command === 'save') return save();
    keepFocus();
    undoRedo.go(command);
  });
  return {
    id,
    draft,
    stored,
    policies,
    policy: draft.history.present,
    undoRedo,
    /** Why nothing can be saved now. */
    blocked,
    isOffline: blockedReason === 'offline',
    saveState,
    /** There is something to save. */
    isDirty,
    isBehind,
    /** It is being saved, or found out whether it was. */
    isBusy,
    isAsking,
    isComparing: saveState.step === 'conflict' && isBehind,
    compare,
    save,
    stopAsking: () => setAsking(false),
  };
}

/** Undo and redo, each with what it would do in words; null where there is nothing. */
function useUndoRedo(id: number, history: History) {
  const { dispatch, catalogue } = usePolicies();
  // Comparing large policies takes longer than a frame: an edit is drawn before its words.
  const shown = useDeferredValue(history);
  const labels = useMemo(() => stepLabels(shown, catalogue), [shown, catalogue]);
  const [announcement, setAnnouncement] = useState('');
  const go = (type: 'undo' | 'redo') => {
    const words = (shown === history ? labels : stepLabels(history, catalogue))[type];
    dispatch({ type, id });
    setAnnouncement(words === null ? texts.history[type].nothing : texts.history[type].done(words));
  };
  /** `announcement`: what was undone or redone last, for screen readers. */
  return { labels, announcement, go };
}

function stepLabels({ past, present, future: [next] }: History, catalogue: Catalogue) {
  const last = past.at(-1);
  return {
    undo: last ? stepText(last.policy, present, catalogue) : null,
    redo: next ? stepText(present, next, catalogue) : null,
  };
}

function stepText(before: Policy, after: Policy, catalogue: Catalogue): string {
  const [first = texts.nothingChanged, ...rest] = changeWords(before, after, catalogue);
  return rest.length === 0 ? first : `${first} ${texts.more(rest.length)}`;
}

type Shortcut = 'undo' | 'redo' | 'save';

/**
 * Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y and Ctrl+S (⌘ on a Mac). A text field keeps its own undo; while a dialog asks
 * something, the policy behind it stays as it is.
 */
function useShortcuts(run: (command: Shortcut) => void): void {
  const handleKey = useStable((event: KeyboardEvent) => {
    const command = commandOf(event);
    if (!command || (command !== 'save' && isTyping(event.target))) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) run(command);
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [handleKey]);
}

/** By the letter; by its place where the keyboard writes other letters, as the Russian one does. */
function commandOf({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent): Shortcut | null {
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
function useNearbyFocus({ selected }: Editing): () => void {
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
