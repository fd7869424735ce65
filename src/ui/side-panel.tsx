import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { ChevronLeft, ChevronRight } from './icons.ts';
import { X } from './icons-of-screens.ts';
import styles from './side-panel.module.css';

/** Wide enough for a list and a panel beside it; narrower, the panel is a page of its own. */
export const BESIDE = '(min-width: 75em)';

type ListWithPanelProps = ComponentProps<'div'> & {
  /** A panel stands beside the list. */
  isOpen: boolean;
};

/** A list, and the panel of one of its rows beside it. */
export function ListWithPanel({ isOpen, className, ...rest }: ListWithPanelProps) {
  return (
    <div className={styles.room}>
      <div {...rest} className={classNames(styles.beside, className)} data-panel={isOpen || undefined} />
    </div>
  );
}

/** Null where there is nobody that way. */
export type PanelSteps = {
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  onClose: () => void;
};

type StepButtonsProps = Omit<PanelSteps, 'onClose'> & { words: { next: string; previous: string } };

/** To the neighbours. */
export function StepButtons({ words, onNext, onPrevious }: StepButtonsProps) {
  const steps = [
    [words.previous, ChevronLeft, onPrevious],
    [words.next, ChevronRight, onNext],
  ] as const;
  return steps.map(([label, Icon, step]) => (
    <IconButton
      key={label}
      label={label}
      icon={<Icon size={20} />}
      disabled={!step}
      onClick={step ?? undefined}
    />
  ));
}

type SidePanelProps = PanelSteps & {
  /** What the panel is, for readers. */
  label: string;
  title: string;
  words: { next: string; previous: string; close: string };
  children: Elements;
};

/**
 * What is known of one row, with the ways to its neighbours. What has `data-autofocus` takes the focus, else the title. Give it a
 * `key` of whose it is.
 */
export function SidePanel({ label, title, words, onNext, onPrevious, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    const action = current?.querySelector<HTMLElement>('[data-autofocus]');
    (action ?? current?.querySelector('h2'))?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={panel} className={styles.panel} aria-label={label}>
      <header className={styles.head}>
        <h2 tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <StepButtons words={words} onNext={onNext} onPrevious={onPrevious} />
        <IconButton label={words.close} icon={<X size={20} />} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
