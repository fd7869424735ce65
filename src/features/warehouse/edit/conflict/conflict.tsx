import { useState } from 'react';
import type { Receipt } from '#contract/warehouse.ts';
import { formatDate } from '#kit/date.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ConflictPanel, FieldVersions } from '#ui/conflict-panel.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import type { Users } from '../head/users.ts';
import { contentOf, type ReceiptContent } from '../saving/content.ts';
import { texts } from '../texts.ts';
import styles from './conflict.module.css';
import { type Difference, differencesOf } from './differences.ts';

export type ConflictProps = {
  mine: ReceiptContent;
  theirs: Receipt;
  users: Users;
  /** Why nothing can be saved now. */
  blocked: string | undefined;
  wouldLose: () => boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onBack: () => void;
};

/** What differs between the server's version and what is typed here, side by side, and the ways out. */
export function Conflict(props: ConflictProps) {
  const { mine, theirs, users, blocked } = props;
  const [isAsking, setAsking] = useState(false);
  useOpenFormMark(props.wouldLose);
  const choices = (
    <>
      <Button disabled={blocked !== undefined} onClick={props.onKeepMine}>
        {texts.keepMine}
      </Button>
      <Button onClick={() => setAsking(true)}>{texts.takeTheirs}</Button>
      <Button kind="quiet" onClick={props.onBack}>
        {texts.backToEditing}
      </Button>
    </>
  );
  return (
    <>
      <ConflictPanel title={texts.conflict} why={texts.conflictWhy} blocked={blocked} choices={choices}>
        <p className={styles.who}>{lastSavedText(theirs)}</p>
        <Differences found={differencesOf(mine, contentOf(theirs), users)} />
      </ConflictPanel>
      <ConfirmDialog
        open={isAsking}
        kind="danger"
        title={texts.takeTheirsAsk}
        confirmLabel={texts.takeTheirs}
        onConfirm={props.onTakeTheirs}
        onCancel={() => setAsking(false)}
      >
        {texts.takeTheirsWhy}
      </ConfirmDialog>
    </>
  );
}

/** Who saved a document last, and when, as far as the backend tells; '' where it does not. */
export function lastSavedText({
  updated_by,
  updated_at,
}: Pick<Receipt, 'updated_by' | 'updated_at'>): string {
  const when = updated_at ? formatDate(updated_at, true) : '';
  return when || updated_by ? texts.lastSaved(updated_by?.name ?? '', when) : '';
}

/** More than this nobody compares one by one. */
const SHOWN_MAX = 50;

function Differences({ found }: { found: readonly Difference[] }) {
  const rest = found.length - SHOWN_MAX;
  if (found.length === 0) return <p>{texts.sameContent}</p>;
  return (
    <>
      <ul className={styles.differences}>
        {found.slice(0, SHOWN_MAX).map(({ label, mine, theirs }) => (
          // A line of each version may have the same number and title: only one of them says something here.
          <li key={`${label}: ${mine}`}>
            <FieldVersions
              label={label}
              sides={[
                { of: texts.mine, text: mine },
                { of: texts.theirs, text: theirs },
              ]}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{texts.moreDifferences(rest)}</p>}
    </>
  );
}
