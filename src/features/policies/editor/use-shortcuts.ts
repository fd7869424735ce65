import { useEffect, useRef } from 'react';

export type Shortcuts = { undo: () => void; redo: () => void; save: () => void };

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
