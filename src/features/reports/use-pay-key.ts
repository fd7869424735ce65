import { type KeyHint, useKeyHints } from '#ui/keys/keys.ts';
import { useKeyDown } from '#ui/use-panel-keys.ts';
import { useStable } from '#ui/use-stable.ts';
import { texts } from './texts.ts';

const HINTS: readonly KeyHint[] = [['Ctrl+Enter', texts.payByKey]];

/** Ctrl+Enter, wherever the focus is but over a dialog. */
export function usePayKey(ask: () => void): void {
  useKeyHints(HINTS);
  const onKey = useStable((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    ask();
  });
  useKeyDown(onKey);
}
