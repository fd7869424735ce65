import { useEffect } from 'react';
import { placeOfSingleKey } from '#ui/keys/keys.ts';
import { useStable } from '#ui/use-stable.ts';

/** The key beside which the letters stand: ⌘ on a Mac. */
export const CTRL = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl+';

/** Ctrl+K everywhere but over a dialog; «/» and «?», also by their place, where no field has the focus. */
export function useScreenKeys(search: (() => void) | null, showKeys: () => void): void {
  const onKey = useStable((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return;
    if (isSearchKey(event) && search) {
      event.preventDefault();
      search();
    }
    const place = placeOfSingleKey(event);
    const printed = event.shiftKey ? '?' : '/';
    const sign = place === 'Slash' ? printed : place;
    if (sign !== '?' && !(sign === '/' && focusFilter())) return;
    event.preventDefault();
    if (sign === '?') showKeys();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onKey]);
}

function isSearchKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'KeyK' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** The field by which the screen is searched or filtered; whether there is one. */
function focusFilter(): boolean {
  const field = findFilter();
  field?.focus();
  field?.select();
  return field !== null;
}

/** The screen's search, else the field that it is filtered by. */
export function findFilter(): HTMLInputElement | null {
  const find = (selector: string) => document.querySelector<HTMLInputElement>(`main ${selector}`);
  return find('input[type=search]') ?? find('input[role=combobox]');
}
