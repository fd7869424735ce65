import { Button } from '#ui/button.tsx';
import { Redo2, Undo2 } from '#ui/icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './history-buttons.module.css';
import type { UndoRedo } from './use-undo-redo.ts';

/** Undo and redo, each with what it would do; both stay where they are, so that nobody loses the focus. */
export function HistoryButtons({
  undoRedo: { undoLabel, redoLabel, undo: goBack, redo: handleRedo },
}: {
  undoRedo: UndoRedo;
}) {
  return (
    <>
      <Button
        icon={<Undo2 size={20} />}
        aria-label={undoLabel === null ? texts.nothingToUndo : texts.undoOf(undoLabel)}
        title={undoLabel === null ? texts.nothingToUndo : texts.undoOf(undoLabel)}
        aria-disabled={undoLabel === null || undefined}
        onClick={goBack}
      >
        <span className={styles.word}>{texts.undo}</span>
      </Button>
      <Button
        icon={<Redo2 size={20} />}
        aria-label={redoLabel === null ? texts.nothingToRedo : texts.redoOf(redoLabel)}
        title={redoLabel === null ? texts.nothingToRedo : texts.redoOf(redoLabel)}
        aria-disabled={redoLabel === null || undefined}
        onClick={handleRedo}
      >
        <span className={styles.word}>{texts.redo}</span>
      </Button>
    </>
  );
}
