import type { KeyboardEvent } from 'react';
import type { ActName } from './node-acts.ts';
import type { Row } from './rows.ts';

/** What a key asks of the tree. */
export type TreeCommand =
  | { do: 'go'; to: number }
  | { do: 'fold' | 'unfold' | 'unfoldSiblings' | 'openFields' | 'select' }
  | { do: 'act'; name: ActName }
  | { do: 'find'; letter: string };

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const PLAIN: Readonly<Record<string, TreeCommand>> = {
  Enter: { do: 'openFields' },
  ' ': { do: 'select' },
  '*': { do: 'unfoldSiblings' },
  '+': { do: 'act', name: 'add' },
  Insert: { do: 'act', name: 'add' },
  Delete: { do: 'act', name: 'remove' },
};

/**
 * The command of a key on the line at `at`; null where the tree has none. While the first letters of a line are being
 * typed, the space is one of them.
 */
export function commandOf(
  press: KeyPress,
  rows: readonly Row[],
  at: number,
  isTyping: boolean,
): TreeCommand | null {
  const { key, code, altKey, ctrlKey, metaKey } = press;
  if (altKey) return ctrlKey || metaKey ? null : moveOf(key);
  // By its place too: on the Russian layout the same key says «в».
  if (ctrlKey || metaKey) return code === 'KeyD' || key === 'd' ? { do: 'act', name: 'duplicate' } : null;
  if (isTyping && key === ' ') return { do: 'find', letter: key };
  const plain = PLAIN[key] ?? walk(key, rows, at);
  if (plain) return plain;
  return [...key].length === 1 ? { do: 'find', letter: key } : null;
}

function moveOf(key: string): TreeCommand | null {
  if (key === 'ArrowUp') return { do: 'act', name: 'up' };
  return key === 'ArrowDown' ? { do: 'act', name: 'down' } : null;
}

function walk(key: string, rows: readonly Row[], at: number): TreeCommand | null {
  const row = rows[at];
  if (key === 'ArrowDown') return { do: 'go', to: Math.min(at + 1, rows.length - 1) };
  if (key === 'ArrowUp') return { do: 'go', to: Math.max(at - 1, 0) };
  if (key === 'Home') return { do: 'go', to: 0 };
  if (key === 'End') return { do: 'go', to: rows.length - 1 };
  if (key === 'ArrowRight' && row) return inwards(row, at);
  return key === 'ArrowLeft' && row ? outwards(row, rows, at) : null;
}

function inwards({ open }: Row, at: number): TreeCommand {
  if (open === false) return { do: 'unfold' };
  return { do: 'go', to: open ? at + 1 : at };
}

function outwards({ open, parent }: Row, rows: readonly Row[], at: number): TreeCommand {
  if (open) return { do: 'fold' };
  return { do: 'go', to: parent ? rows.indexOf(parent) : at };
}
