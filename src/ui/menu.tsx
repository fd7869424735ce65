import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { EllipsisVertical } from './icons.ts';
import { useLayer } from './layers.ts';
import styles from './menu.module.css';

export type MenuItem = {
  label: string;
  icon?: Elements;
  danger?: boolean;
  disabled?: boolean;
} & ({ to: string } | { onSelect: () => void });

type MenuProps = {
  /** Says whose actions these are: «Действия: Иван Петров». */
  label: string;
  items: readonly MenuItem[];
  /** Above the items, not one of them, e.g. name and role. */
  heading?: ReactNode;
  /** Replaces the three dots. */
  icon?: Elements;
};

/** A button with a list of actions. Arrow keys, Home, End; Escape, Tab or a press beside it closes. */
export function Menu({ label, items, heading, icon }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);
  const closeAndReturn = () => {
    close();
    root.current?.querySelector('button')?.focus();
  };
  useDismissal(open, root, close);
  useLayer(open, closeAndReturn);
  return (
    <div ref={root} className={styles.root}>
      <IconButton
        label={label}
        icon={icon ?? <EllipsisVertical size={20} />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <MenuList anchor={root} onEscape={closeAndReturn} onLeave={close} label={label}>
          {heading !== undefined && <div className={styles.heading}>{heading}</div>}
          {items.map(item => (
            <Entry key={item.label} item={item} onDone={closeAndReturn} />
          ))}
        </MenuList>
      )}
    </div>
  );
}

type ListProps = {
  anchor: { current: HTMLElement | null };
  label: string;
  onEscape: () => void;
  onLeave: () => void;
  children: Elements;
};

function MenuList({ anchor, label, onEscape, onLeave, children }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!list.current || !anchor.current) return;
    // The top layer, because cards and day groups clip. Older browsers show it in place.
    list.current.showPopover?.();
    placeBelow(list.current, anchor.current);
    entriesOf(list.current)[0]?.focus({ preventScroll: true });
  }, [anchor]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') onLeave();
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEscape();
    }
    const next = list.current && nextEntry(entriesOf(list.current), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      popover="manual"
      aria-label={label}
      className={styles.list}
      onKeyDown={handleKey}
    >
      {children}
    </div>
  );
}

function Entry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const common = {
    role: 'menuitem',
    tabIndex: -1,
    className: classNames(styles.item, item.danger && styles.danger),
  };
  if ('to' in item) {
    return (
      <Link {...common} to={item.to} onClick={onDone}>
        {item.icon}
        <span>{item.label}</span>
      </Link>
    );
  }
  const handleClick = () => {
    // Focus goes back first: a dialog that the action opens returns it there.
    onDone();
    item.onSelect();
  };
  return (
    <button {...common} type="button" disabled={item.disabled} onClick={handleClick}>
      {item.icon}
      <span>{item.label}</span>
    </button>
  );
}

function useDismissal(open: boolean, root: { current: HTMLElement | null }, close: () => void) {
  useEffect(() => {
    if (!open) return;
    const handlePress = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    const topOf = () => root.current?.getBoundingClientRect().top ?? 0;
    const openedAt = topOf();
    // The end of a scroll that brought the button into sight is told after the menu has opened.
    const handleScroll = () => {
      if (Math.abs(topOf() - openedAt) >= 1) close();
    };
    document.addEventListener('pointerdown', handlePress);
    document.addEventListener('scroll', handleScroll, { capture: true, passive: true });
    window.addEventListener('resize', close);
    return () => {
      document.removeEventListener('pointerdown', handlePress);
      document.removeEventListener('scroll', handleScroll, { capture: true });
      window.removeEventListener('resize', close);
    };
  });
}

function entriesOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
}

function nextEntry(entries: HTMLElement[], key: string): HTMLElement | undefined {
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? entries.indexOf(focused) : -1;
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length];
  if (key === 'ArrowUp') return entries[(Math.max(at, 0) - 1 + entries.length) % entries.length];
  if (key === 'Home') return entries[0];
  return key === 'End' ? entries.at(-1) : undefined;
}

const EDGE_PX = 8;

/** Right edges aligned; above the button when there is no room below. */
function placeBelow(list: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const fitsBelow = at.bottom + height + EDGE_PX <= window.innerHeight;
  list.style.top = `${Math.max(EDGE_PX, fitsBelow ? at.bottom : at.top - height)}px`;
  list.style.left = `${Math.max(EDGE_PX, at.right - width)}px`;
}
