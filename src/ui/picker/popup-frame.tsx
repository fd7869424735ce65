import { Combobox } from '@base-ui/react/combobox';
import { type MouseEvent, useLayoutEffect } from 'react';
import type { Elements } from '../elements.ts';
import styles from './popup.module.css';
import { texts } from './texts.ts';

type PopupFrameProps = {
  /** The field's box, below or above which the list opens. */
  box: HTMLElement | null;
  /** Leaves the page around readable: readers are not kept in the list. Whoever opens it closes it and takes it away. */
  light?: boolean;
  children: Elements;
};

/** What opens at a field. In a dialog it belongs to the dialog: nothing outside could be pressed. */
export function PopupFrame({ box, light = false, children }: PopupFrameProps) {
  return (
    <Combobox.Portal container={box?.closest('dialog') ?? undefined}>
      <Combobox.Positioner
        anchor={box}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        positionMethod="fixed"
        className={styles.place}
        // A press beside the options takes no focus from the field.
        {...(light && { onMouseDown: (event: MouseEvent) => event.preventDefault() })}
      >
        {light ? (
          <div className={styles.popup}>
            <Named>{children}</Named>
          </div>
        ) : (
          <Combobox.Popup className={styles.popup}>
            <Named>{children}</Named>
          </Combobox.Popup>
        )}
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function Named({ children }: { children: Elements }) {
  useLayoutEffect(nameDismissal);
  return children;
}

/** The library gives a name in English to what closes the list for users of screen readers on a touch screen. */
function nameDismissal(): void {
  for (const button of document.querySelectorAll('[aria-label="Dismiss"]')) {
    button.setAttribute('aria-label', texts.dismiss);
  }
}
