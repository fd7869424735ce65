import { formatDate, toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import styles from './shell.module.css';
import { texts } from './texts.ts';

/** One line: name, version, last exchange with the server. */
export function About({ lastSyncAt }: { lastSyncAt: number | null }) {
  const { zone } = useDevice().config;
  const moment = (instantMs: number) => formatDate(toWallClock(instantMs, zone), true);
  return (
    <p className={styles.about}>
      <span>{texts.product}</span>
      <span>{texts.version(__APP_VERSION__)}</span>
      <span>{lastSyncAt === null ? texts.neverSynced : texts.lastSync(moment(lastSyncAt))}</span>
    </p>
  );
}
