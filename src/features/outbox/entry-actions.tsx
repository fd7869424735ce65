import { useState } from 'react';
import { useCommand } from '#state/command.ts';
import { useLocal } from '#state/local.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ChevronRight } from '#ui/icons.ts';
import { Copy, Pencil, RefreshCw, Share2 } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { copyText, type Shared, shareText } from '#ui/share-text.ts';
import { texts as shared } from '#ui/texts.ts';
import { Answers } from './answers.tsx';
import { describeEntry, entryText } from './describe-entry.ts';
import { DiscardAction } from './discard-action.tsx';
import type { OutboxRow } from './offline/outbox-book.ts';
import { readReceiptAddress } from './offline/receipt-address.ts';
import styles from './outbox.module.css';
import { sharedWords } from './share.ts';
import { texts } from './texts.ts';
import { useActing } from './use-acting.ts';

export type EntryActionsProps = { row: OutboxRow; onClose: () => void };

/** What the user may do with an entry in its state. */
export function EntryActions({ row, onClose }: EntryActionsProps) {
  const { entry, status, isOpen } = row;
  const { what, name, fixTo } = describeEntry(entry);
  const acting = useActing(onClose);
  const { retry } = useCommand();
  const becameAt = useLocal(context => readReceiptAddress(context, entry), [entry]);
  const title = [what, name].filter(Boolean).join(': ');
  return (
    <>
      {status === 'question' && <Answers entry={entry} acting={acting} onLeave={onClose} />}
      <ProblemLine>{acting.refusal}</ProblemLine>
      <div className={styles.actions}>
        {isOpen && fixTo && (
          <LinkButton to={fixTo} kind="primary" icon={<Pencil size={20} />}>
            {shared.fix}
          </LinkButton>
        )}
        {becameAt && (
          <LinkButton to={becameAt} kind="primary" icon={<ChevronRight size={20} />}>
            {texts.open}
          </LinkButton>
        )}
        {status === 'failed' && (
          <Button icon={<RefreshCw size={20} />} onClick={() => acting.run(() => retry(entry.id))}>
            {shared.retry}
          </Button>
        )}
        <TakeAway title={title} text={entryText(entry)} />
        {status !== 'done' && status !== 'sending' && (
          <DiscardAction row={row} title={title} acting={acting} />
        )}
      </div>
    </>
  );
}

/** Hands the entry's words to another app or to the clipboard, and says here what became of them. */
function TakeAway({ title, text }: { title: string; text: string }) {
  const [announcement, setAnnouncement] = useState('');
  const showResult = (taking: Promise<Shared>) => {
    setAnnouncement('');
    void taking.then(shared => setAnnouncement(sharedWords(shared)));
  };
  return (
    <>
      <Button icon={<Share2 size={20} />} onClick={() => showResult(shareText(title, text))}>
        {texts.share}
      </Button>
      <Button icon={<Copy size={20} />} onClick={() => showResult(copyText(text))}>
        {texts.copy}
      </Button>
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
    </>
  );
}
