import { Button } from '#ui/button.tsx';
import { TroubleLine } from '#ui/trouble-line.tsx';
import styles from './edit.module.css';
import { texts } from './texts.ts';

export type NewerLineProps = {
  /** The server does not tell the document any more. */
  isRefused: boolean;
  isNewer: boolean;
  onCompare: () => void;
};

/** What the server has instead of the version that is being edited here. */
export function NewerLine({ isRefused, isNewer, onCompare }: NewerLineProps) {
  return (
    <TroubleLine polite>
      {isRefused
        ? texts.lostFromSight
        : isNewer && (
            <span className={styles.newer}>
              {texts.newer}
              <Button onClick={onCompare}>{texts.compare}</Button>
            </span>
          )}
    </TroubleLine>
  );
}
