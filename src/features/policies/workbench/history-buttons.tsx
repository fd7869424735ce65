import { Button } from '#ui/button.tsx';
import { Redo2, Undo2 } from '#ui/icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './history-buttons.module.css';
import type { Ways } from './use-ways.ts';

/** Undo and redo, each with what it would do; both stay where they are, so that nobody loses the focus. */
export function HistoryButtons({ ways: { back, forth, goBack, goForth } }: { ways: Ways }) {
  return (
    <>
      <Button
        icon={<Undo2 size={20} />}
        aria-label={back === null ? texts.nothingToUndo : texts.undoOf(back)}
        title={back === null ? texts.nothingToUndo : texts.undoOf(back)}
        aria-disabled={back === null || undefined}
        onClick={goBack}
      >
        <span className={styles.word}>{texts.undo}</span>
      </Button>
      <Button
        icon={<Redo2 size={20} />}
        aria-label={forth === null ? texts.nothingToRedo : texts.redoOf(forth)}
        title={forth === null ? texts.nothingToRedo : texts.redoOf(forth)}
        aria-disabled={forth === null || undefined}
        onClick={goForth}
      >
        <span className={styles.word}>{texts.redo}</span>
      </Button>
    </>
  );
}
