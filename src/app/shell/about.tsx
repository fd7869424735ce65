import { formatDate, toWallClock } from '#kit/date.ts';
import styles from './shell.module.css';
import { texts } from './texts.ts';

/** One line: name, version, last exchange with the server. */
export function About({ lastSyncAt }: { lastSyncAt: number | null }) {
  return (
    <p className={styles.about}>
      <span>{texts.product}</span>
      <span>{texts.version(__APP_VERSION__)}</span>
      <span>{lastSyncAt === null ? texts.neverSynced : texts.lastSync(moment(lastSyncAt))}</span>
    </p>
  );
}

function moment(instantMs: number): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return formatDate(toWallClock(instantMs, timeZone), true);
}
