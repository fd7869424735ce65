import { useState } from 'react';
import type { Result } from '#kit/result.ts';
import { useCommand } from '#state/command.ts';
import { useLocal } from '#state/local.ts';
import { useMoment } from '#state/use-moment.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Refusal } from '#sync/outbox.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { ChevronRight } from '#ui/icons.ts';
import { Copy, Pencil, RefreshCw, Share2, Trash2 } from '#ui/icons-of-screens.ts';
import { Sheet } from '#ui/modal.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { ServerWords } from '#ui/remote/server-words.tsx';
import { copyText, type Shared, shareText } from '#ui/share-text.ts';
import { texts as shared } from '#ui/texts.ts';
import {
  describeEntry,
  entryText,
  errorLine,
  reasonOf,
  refusalText,
  stateTextOf,
  titleOf,
} from './describe-entry.ts';
import { timesOf } from './entry-group.tsx';
import { type Candidate, readCandidates } from './offline/candidates.ts';
import { type OutboxRow, readReceiptAddress } from './offline/read-outbox.ts';
import styles from './outbox.module.css';
import { texts } from './texts.ts';
import { useUndoable } from './use-undoable.ts';

type EntrySheetProps = {
  row: OutboxRow;
  onClose: () => void;
};

export function EntrySheet({ row, onClose }: EntrySheetProps) {
  const moment = useMoment();
  const { entry, status, became } = row;
  const { what, name, lines } = describeEntry(entry);
  const reason = reasonOf(entry, status);
  const error = errorLine(entry);
  return (
    <Sheet open title={titleOf({ what, name: name || became })} onClose={onClose}>
      <div className={styles.sheet}>
        <p className={styles.state}>
          <StateChip state={status} text={stateTextOf(entry, status)} />
          {entry.attempts > 0 && <span>{texts.attempts(entry.attempts)}</span>}
        </p>
        <p className={styles.meta}>{timesOf(entry, moment)}</p>
        {reason && <p>{reason}</p>}
        {error && (
          <div className={styles.refusal}>
            <ServerWords words={error} />
          </div>
        )}
        <DefinitionList
          rows={[
            { term: texts.fields.code, value: entry.code },
            ...lines.map(line => ({ ...line, value: <span className={styles.value}>{line.value}</span> })),
          ]}
        />
        <EntryActions row={row} onClose={onClose} />
      </div>
    </Sheet>
  );
}

function EntryActions({ row, onClose }: Pick<EntrySheetProps, 'row' | 'onClose'>) {
  const { entry, status, isOpen } = row;
  const described = describeEntry(entry);
  const { fixTo } = described;
  const runner = useActionRunner(onClose);
  const { retry } = useCommand();
  const becameAt = useLocal(context => readReceiptAddress(context, entry), [entry]);
  const title = titleOf(described);
  return (
    <>
      {status === 'question' && <Answers entry={entry} runner={runner} onLeave={onClose} />}
      <ProblemLine>{runner.refusal}</ProblemLine>
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
          <Button icon={<RefreshCw size={20} />} onClick={() => runner.run(() => retry(entry.id))}>
            {shared.retry}
          </Button>
        )}
        <ShareButtons title={title} text={entryText(entry)} />
        {status !== 'done' && status !== 'sending' && (
          <DiscardAction row={row} title={title} runner={runner} />
        )}
      </div>
    </>
  );
}

/** Hands the entry's words to another app or to the clipboard, and says here what became of them. */
function ShareButtons({ title, text }: { title: string; text: string }) {
  const [announcement, setAnnouncement] = useState('');
  const showResult = (taking: Promise<Shared>) => {
    setAnnouncement('');
    void taking.then(shared => setAnnouncement(texts.shared[shared]));
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

/** [S13] Only the user can know what became of a lost create that several things resemble. */
function Answers({ entry, runner, onLeave }: { entry: Entry; runner: ActionRunner; onLeave: () => void }) {
  const { answer } = useCommand();
  const candidates = useLocal(context => readCandidates(context, entry), [entry]);
  return (
    <section className={styles.sheet} aria-label={texts.candidates}>
      <h3>{texts.candidates}</h3>
      {candidates?.length === 0 && <p>{texts.noCandidates}</p>}
      <ul className={styles.rows}>
        {candidates?.map(candidate => (
          <li key={`${candidate.serverId} ${candidate.code}`} className={styles.candidate}>
            <p className={styles.value}>{wordsOf(candidate)}</p>
            <Button
              kind="primary"
              aria-label={texts.arrivedAs(wordsOf(candidate))}
              onClick={() => runner.run(() => answer(entry.id, 'arrived', candidate.serverId))}
            >
              {texts.arrived}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => runner.run(() => answer(entry.id, 'send-again'))}>{texts.sendAgain}</Button>
        <Button onClick={onLeave}>{texts.leave}</Button>
      </div>
    </section>
  );
}

function wordsOf({ serverId, code, words }: Candidate): string {
  return [code, words].filter(Boolean).join(': ') || texts.unnamed(serverId ?? 0);
}

/**
 * What never arrived goes at once and can be taken back; what only counts as refused waits until that is known. What may
 * have arrived is asked about, and what this app cannot read must be confirmed by a typed word, so that it never goes by accident.
 */
function DiscardAction({ row, title, runner }: { row: OutboxRow; title: string; runner: ActionRunner }) {
  const { entry, status, isOpen } = row;
  const [asking, setAsking] = useState(false);
  const undoable = useUndoable();
  const { discard } = useCommand();
  const isParked = status === 'parked';
  const isDelete = entry.kind === 'contact.delete';
  const label = isDelete ? texts.takeBackDelete : shared.remove;
  const warning = isDelete ? texts.deleteLeft : texts.deleteUnsure;
  const handlePress = () => {
    if (isOpen) runner.run(() => undoable.discard(entry.id));
    else setAsking(true);
  };
  const handleConfirm = () => {
    setAsking(false);
    runner.run(() => discard(entry.id));
  };
  return (
    <>
      <Button kind="danger" icon={<Trash2 size={20} />} onClick={handlePress}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={isDelete ? `${label}?` : texts.deleteQuestion(title)}
        confirmLabel={label}
        kind="danger"
        {...(isParked ? { typed: texts.deleteWord } : {})}
        onConfirm={handleConfirm}
        onCancel={() => setAsking(false)}
      >
        <p>{isParked ? texts.deleteWarning : warning}</p>
      </ConfirmDialog>
    </>
  );
}

type ActionRunner = { run: (action: () => Promise<Result<unknown, Refusal>>) => void; refusal: string };

/** Runs one action on an entry: success closes the sheet, a refusal is said in it. */
function useActionRunner(onClose: () => void): ActionRunner {
  const [refusal, setRefusal] = useState('');
  const run: ActionRunner['run'] = action => {
    setRefusal('');
    void action().then(done => (done.ok ? onClose() : setRefusal(refusalText(done.problem))));
  };
  return { run, refusal };
}
