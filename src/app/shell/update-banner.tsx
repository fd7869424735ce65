import { Button } from '#ui/button.tsx';
import styles from './banner.module.css';
import { texts } from './texts.ts';

export type Update = {
  onUpdate: () => void;
  onLater: () => void;
  /** The update has begun. */
  busy?: boolean;
};

/** A new version waits for the user's word; nothing reloads by itself. */
export function UpdateBanner({ onUpdate, onLater, busy = false }: Update) {
  return (
    <div className={styles.banner} role="status">
      <span className={styles.words}>{texts.newVersion}</span>
      <Button kind="primary" busy={busy} onClick={onUpdate}>
        {texts.update}
      </Button>
      <Button kind="quiet" onClick={onLater}>
        {texts.later}
      </Button>
    </div>
  );
}
