import { useState } from 'react';
import type { Result } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import type { Refusal } from '#sync/outbox.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Pencil, RefreshCw, Share2, Trash2 } from '#ui/icons.ts';
import { texts as shared } from '#ui/texts.ts';
import { describeEntry, entryText } from './describe-entry.ts';
import type { OutboxRow } from './offline/outbox-book.ts';
import styles from './outbox.module.css';
import { refusalText } from './refusal-text.ts';
import { share } from './share.ts';
import { texts } from './texts.ts';

type Acting = { run: (action: () => Promise<Result<unknown, Refusal>>) => void; refusal: string };

/** Runs one action on an entry: success closes the sheet, a refusal is said in it. */
function useActing(onClose: () => void): Acting {
  const [refusal, setRefusal] = useState('');
  const run: Acting['run'] = action => {
    setRefusal('');
    void action().then(done => (done.ok ? onClose() : setRefusal(refusalText(done.problem))));
  };
  return { run, refusal };
}

export type EntryActionsProps = { row: OutboxRow; onClose: () => void };

/** What the user may do with an entry in its state. */
export function EntryActions({ row, onClose }: EntryActionsProps) {
  const { entry, status, isOpen } = row;
  const { what, name, fixTo } = describeEntry(entry);
  const acting = useActing(onClose);
  const { retry } = useCommand();
  const title = [what, name].filter(Boolean).join(': ');
  return (
    <>
      {status === 'question' && <Answers id={entry.id} acting={acting} onLeave={onClose} />}
      <div role="alert">{acting.refusal && <p className={styles.refusal}>{acting.refusal}</p>}</div>
      <div className={styles.actions}>
        {isOpen && fixTo && (
          <LinkButton to={fixTo} kind="primary" icon={<Pencil size={20} />}>
            {shared.fix}
          </LinkButton>
        )}
        {status === 'failed' && (
          <Button icon={<RefreshCw size={20} />} onClick={() => acting.run(() => retry(entry.id))}>
            {shared.retry}
          </Button>
        )}
        <Button icon={<Share2 size={20} />} onClick={() => void share(title, entryText(entry))}>
          {texts.share}
        </Button>
        {status !== 'done' && status !== 'sending' && <Discard row={row} title={title} acting={acting} />}
      </div>
    </>
  );
}

type AnswersProps = { id: string; acting: Acting; onLeave: () => void };

/** [S13] Only the user can know what became of a lost create that several things resemble. */
function Answers({ id, acting, onLeave }: AnswersProps) {
  const { answer } = useCommand();
  return (
    <div className={styles.actions}>
      <Button kind="primary" onClick={() => acting.run(() => answer(id, 'arrived'))}>
        {texts.arrived}
      </Button>
      <Button onClick={() => acting.run(() => answer(id, 'send-again'))}>{texts.sendAgain}</Button>
      <Button onClick={onLeave}>{texts.leave}</Button>
    </div>
  );
}

type DiscardProps = { row: OutboxRow; title: string; acting: Acting };

/** Asks first; what this app cannot read must be confirmed by a typed word, so that it never goes by accident. */
function Discard({ row: { entry, status, isOpen }, title, acting }: DiscardProps) {
  const [asking, setAsking] = useState(false);
  const { discard } = useCommand();
  const isDelete = entry.kind === 'contact.delete';
  const label = isDelete ? texts.takeBackDelete : shared.remove;
  const handleConfirm = () => {
    setAsking(false);
    acting.run(() => discard(entry.id));
  };
  return (
    <>
      <Button kind="danger" icon={<Trash2 size={20} />} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={isDelete ? `${texts.takeBackDelete}?` : texts.deleteQuestion(title)}
        confirmLabel={label}
        kind="danger"
        {...(status === 'parked' ? { typed: texts.deleteWord } : {})}
        onConfirm={handleConfirm}
        onCancel={() => setAsking(false)}
      >
        {!isDelete && <p>{isOpen || status === 'parked' ? texts.deleteWarning : texts.deleteUnsure}</p>}
      </ConfirmDialog>
    </>
  );
}
