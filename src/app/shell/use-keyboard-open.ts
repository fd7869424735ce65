import { useEffect, useState } from 'react';

/** An on-screen keyboard takes at least this part of the height. */
const KEYBOARD_SHARE = 0.25;

const TYPES_TEXT = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]';

/** Whether the on-screen keyboard is open: no browser says so, but something is typed into and the view shrank. */
export function useKeyboardOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    let tallest = { width: view.width, height: view.height };
    const look = () => {
      const turned = view.width !== tallest.width;
      if (turned || view.height > tallest.height) tallest = { width: view.width, height: view.height };
      const types = document.activeElement?.matches(TYPES_TEXT) ?? false;
      setOpen(types && view.height < tallest.height * (1 - KEYBOARD_SHARE));
    };
    view.addEventListener('resize', look);
    document.addEventListener('focusout', look);
    return () => {
      view.removeEventListener('resize', look);
      document.removeEventListener('focusout', look);
    };
  }, []);
  return open;
}
