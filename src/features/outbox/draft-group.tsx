import { useId } from 'react';
import { formatDate } from '#kit/date.ts';
import { IconButton, LinkButton } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { describeDraft } from './describe-draft.ts';
import type { DraftRow } from './offline/outbox-book.ts';
import styles from './outbox.module.css';
import { texts } from './texts.ts';
import { useUndoable } from './use-undoable.ts';

export type DraftGroupProps = { drafts: readonly DraftRow[]; wallClock: (instantMs: number) => string };

/** Forms that were begun and not saved. */
export function DraftGroup({ drafts, wallClock }: DraftGroupProps) {
  const titleId = useId();
  const { removeDraft } = useUndoable();
  if (drafts.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{`${texts.groups.drafts} (${drafts.length})`}</h2>
      <ul className={styles.rows}>
        {drafts.map(draft => (
          <li key={draft.key} className={styles.draft}>
            <DraftWords draft={draft} wallClock={wallClock} onDelete={() => void removeDraft(draft)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type WordsProps = { draft: DraftRow; wallClock: DraftGroupProps['wallClock']; onDelete: () => void };

function DraftWords({ draft, wallClock, onDelete }: WordsProps) {
  const { what, name, to } = describeDraft(draft);
  const title = [what, name].filter(Boolean).join(': ');
  return (
    <>
      <span className={styles.words}>
        <span className={styles.what}>{title}</span>
        <span className={styles.state}>
          <StateChip state="draft" />
        </span>
        <span className={styles.meta}>{texts.draftSavedAt(formatDate(wallClock(draft.savedAt), true))}</span>
      </span>
      <span className={styles.draftActions}>
        {to && (
          <LinkButton to={to} icon={<Pencil size={20} />} aria-label={`${texts.continueDraft}: ${title}`}>
            {texts.continueDraft}
          </LinkButton>
        )}
        <IconButton label={`${texts.deleteDraft}: ${title}`} icon={<Trash2 size={20} />} onClick={onDelete} />
      </span>
    </>
  );
}
