import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { X } from './icons-of-screens.ts';
import { useLayer } from './layers.ts';
import styles from './modal.module.css';
import { texts } from './texts.ts';

type ModalProps = {
  /** Asked to close: Escape, the cross, a press beside it. The owner decides; without it only the actions close. */
  onClose?: (() => void) | undefined;
  /** Something is being done that decides whether it closes: until then nobody closes it. */
  busy?: boolean;
  title: string;
  /** The title takes the focus, where an action must not be pressed by accident. */
  focusTitle?: boolean;
  /** Under the title, does not scroll, e.g. a search field. */
  top?: ReactNode;
  children?: ReactNode;
  /** The row of buttons at the end. */
  actions?: ReactNode;
};

/** A native modal dialog; the browser keeps the focus inside and gives it back at the end. */
function Modal(props: ModalProps & { className: string }) {
  const { busy = false, title, top, children, actions, className } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    element.showModal();
    // React's autoFocus comes too early for a dialog that is still closed.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element.close();
      returnFocus(before);
    };
  }, []);
  const close = () => {
    if (!busy) props.onClose?.();
  };
  useLayer(true, close);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.modal, className)}
      aria-labelledby={titleId}
      // Where a phone's «back» would close it without asking.
      closedby={props.onClose ? undefined : 'none'}
      onCancel={event => {
        event.preventDefault();
        close();
      }}
      onPointerDown={event => {
        // The backdrop belongs to the dialog element itself; its content is wrapped.
        if (event.target === event.currentTarget) close();
      }}
      onKeyDown={event => {
        // Chromium closes by itself at the second Escape in a row, whatever `cancel` says.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2
            id={titleId}
            className={styles.title}
            tabIndex={props.focusTitle ? -1 : undefined}
            data-autofocus={props.focusTitle || undefined}
          >
            {title}
          </h2>
          {props.onClose && (
            <IconButton label={texts.close} icon={<X size={24} />} disabled={busy} onClick={close} />
          )}
        </div>
        {top && <div className={styles.top}>{top}</div>}
        {children && <div className={styles.body}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}

/** To where it came from; what was deleted meanwhile leaves it to the screen. */
function returnFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  else document.querySelector('main')?.focus();
}

type Openable = ModalProps & { open: boolean };

/** A short question or message in the middle of the screen. */
export function Dialog({ open, ...rest }: Openable) {
  return open ? <Modal {...rest} className={styles.dialog ?? ''} /> : null;
}

/** A whole screen on a phone, a tall panel on a desktop: pickers and the detail of a row. */
export function Sheet({ open, ...rest }: Openable) {
  return open ? <Modal {...rest} className={styles.sheet ?? ''} /> : null;
}

/** A short choice at the lower edge of a phone, in thumb reach; a dialog on a desktop. */
export function BottomSheet({ open, ...rest }: Openable) {
  return open ? <Modal {...rest} className={classNames(styles.dialog, styles.bottom)} /> : null;
}

/** Slides in from the left: the shell's side menu on a phone. */
export function Drawer({ open, ...rest }: Openable) {
  return open ? <Modal {...rest} className={styles.drawer ?? ''} /> : null;
}
