import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './panel.module.css';

/** A box of its own on a screen: facts, a summary, a step. Name it by `aria-label` unless a heading does. */
export function Panel({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.panel, className)} />;
}
