import { Button } from '#ui/button.tsx';
import { Undo2 } from '#ui/icons-of-screens.ts';
import styles from './restore-bar.module.css';
import { texts } from './texts.ts';

type RestoreBarProps = {
  removed: number;
  /** What would come back. */
  title: string;
  onRestore: () => void;
};

/** What was taken out, and the way to have it back; stays in sight above the buttons of the form. */
export function RestoreBar({ removed, title, onRestore }: RestoreBarProps) {
  return (
    <div className={styles.bar}>
      <p className={styles.words}>
        <strong>{texts.removedCount(removed)}</strong>
        <span className={styles.last}>{removed > 1 ? texts.lastRemoved(title) : title}</span>
      </p>
      <Button icon={<Undo2 size={20} />} data-restore="" onClick={onRestore}>
        {texts.restore}
      </Button>
    </div>
  );
}
