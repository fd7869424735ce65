import styles from './percent-place.module.css';

/** Keeps the room of «Мой процент» while it is being read, so that nothing below it jumps. */
export function PercentPlace() {
  return <div className={styles.place} />;
}
