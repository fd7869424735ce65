import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { NBSP } from '#kit/money.ts';
import { CallButtons } from '#ui/call-buttons.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Elements } from '#ui/elements.ts';
import styles from './order-row.module.css';

/** «кв. 7»: a line is not broken between the sign and its number. */
const SIGN = /(\.) (?=\d)/g;

type OrderRowProps = {
  /** Whose order it is. */
  name: string;
  /** Where the row leads to, and how readers hear that. */
  link: Pick<LinkProps, 'to' | 'replace'> & { label: string };
  /** It is the one that is shown beside the list. */
  current?: boolean;
  /** What it brings, at the end of the first line. */
  money?: Elements;
  /** What is to be done and where, as far as that is known. */
  job: readonly string[];
  /** The third line: code and state. */
  state: ReactNode;
  phones: readonly string[];
  /** A coloured stripe at the left, beside the chip that says it in words. */
  stripe?: 'warn' | 'err' | 'info' | undefined;
};

/** One order of the list: its link covers the row, the calls stand beside the link and above it. */
export function OrderRow(props: OrderRowProps) {
  const { name, link, current = false, money, job, state, phones, stripe } = props;
  const { label, ...target } = link;
  return (
    <article
      aria-label={name}
      className={classNames(styles.row, stripe && styles[stripe], current && styles.current)}
    >
      <div className={styles.words}>
        <div className={styles.first}>
          <p className={styles.name}>{name}</p>
          {money}
        </div>
        <p className={styles.job}>{job.filter(Boolean).join(' · ').replace(SIGN, `$1${NBSP}`)}</p>
        <div className={styles.state}>{state}</div>
      </div>
      <Link
        {...target}
        className={styles.link}
        aria-label={label}
        aria-current={current ? 'true' : undefined}
      />
      <CallButtons name={name} phones={phones} />
    </article>
  );
}
