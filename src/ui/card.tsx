import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import buttonStyles from './button.module.css';
import { IconButton } from './button.tsx';
import styles from './card.module.css';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { ChevronDown } from './icons.ts';
import { Pencil, Trash2 } from './icons-of-screens.ts';
import { texts } from './texts.ts';

export type CardProps = {
  title: string;
  /** Beside the title: chips, codes. */
  meta?: ReactNode;
  /** Visible while collapsed too, e.g. the call button. */
  summary?: ReactNode;
  /** What collapses. */
  children?: ReactNode;
  collapsible?: boolean;
  defaultOpen?: boolean;
  /** With `onToggle`: the owner decides. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
  editTo?: string;
  onDelete?: () => void;
  /** Further controls at the right, e.g. a Menu. */
  actions?: Elements;
  /** A coloured stripe at the left, beside the chip that says it in words. */
  stripe?: 'warn' | 'err' | 'info' | 'ok';
  /** `primary` tints the whole card, e.g. an open report. */
  tint?: 'primary';
};

/** The shared card: a collapse toggle, an edit link and a delete action, each only when asked for. */
export function Card(props: CardProps) {
  const { title, meta, summary, children, collapsible = false, editTo, onDelete, actions } = props;
  const [ownOpen, setOwnOpen] = useState(props.defaultOpen ?? false);
  const bodyId = useId();
  const card = useFocusLeftBehind(onDelete !== undefined);
  const open = !collapsible || (props.open ?? ownOpen);
  const handleToggle = () => {
    setOwnOpen(!open);
    props.onToggle?.(!open);
  };
  return (
    <article ref={card} className={classOf(props)} aria-label={title}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h3 className={styles.title}>{title}</h3>
          {meta && <div className={styles.meta}>{meta}</div>}
        </div>
        {editTo && (
          <Link
            to={editTo}
            className={buttonStyles.icon}
            aria-label={texts.editNamed(title)}
            title={texts.edit}
          >
            <Pencil size={20} />
          </Link>
        )}
        {onDelete && (
          <IconButton label={texts.removeNamed(title)} icon={<Trash2 size={20} />} onClick={onDelete} />
        )}
        {actions}
        {collapsible && (
          <IconButton
            label={open ? texts.collapse(title) : texts.expand(title)}
            icon={<ChevronDown size={20} className={open ? styles.turned : undefined} />}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={handleToggle}
          />
        )}
      </header>
      {summary && <div className={styles.summary}>{summary}</div>}
      {children && (
        <div id={bodyId} className={styles.body} hidden={!open}>
          {open && children}
        </div>
      )}
    </article>
  );
}

/** Whoever deletes a card by keyboard goes on with the one beside it, or with the screen, not from its very top. */
function useFocusLeftBehind(isDeletable: boolean) {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (!isDeletable || !element?.contains(document.activeElement)) return;
      const beside = element.nextElementSibling ?? element.previousElementSibling;
      const next = beside?.querySelector<HTMLElement>('a, button') ?? element.closest('main');
      next?.focus();
    };
  }, [isDeletable]);
  return card;
}

function classOf({ stripe, tint }: CardProps): string {
  return classNames(styles.card, stripe && styles[stripe], tint && styles[tint]);
}
