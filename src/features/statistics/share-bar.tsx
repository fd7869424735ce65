import { formatNumber } from '#kit/format-number.ts';
import styles from './statistics.module.css';

/** «12,5 %». */
export function percentText(percent: number): string {
  return `${formatNumber(percent, 1)}\u00A0%`;
}

/** A bar as long as the part; what it shows stands in words beside it. */
export function ShareBar({ percent }: { percent: number }) {
  return (
    <svg className={styles.bar} aria-hidden="true" focusable="false">
      <rect className={styles.track} width="100%" height="100%" rx="4" />
      <rect className={styles.fill} width={`${percent}%`} height="100%" rx="4" />
    </svg>
  );
}
