import { type ChangeEvent, useRef, useState } from 'react';
import { DAY_MS } from '#kit/clock.ts';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import { useLocal } from '#state/local.ts';
import { usePersisted } from '#state/storage-status.ts';
import { type SyncSummary, useSendNow, useSyncSummary } from '#state/sync.ts';
import { collectUnsentOf, type ImportableFile, useTransfer } from '#state/transfer.ts';
import { useMoment } from '#state/use-moment.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { CircleCheck, TriangleAlert } from '#ui/icons.ts';
import { Download, Send, Share2, Upload } from '#ui/icons-of-screens.ts';
import { Dialog } from '#ui/modal.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { shareText } from '#ui/share-text.ts';
import { SignInLink } from '#ui/sign-in-link.tsx';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import styles from './outbox.module.css';
import { describeSync } from './sync-status.tsx';
import { texts } from './texts.ts';
import { saveUnsent, unsentText } from './unsent-file.ts';

/** The state of the whole queue. `hasLost`: a queue was lost, so that an empty one does not mean that all is sent. */
export function SummaryLine({ hasLost }: { hasLost: boolean }) {
  const summary = useSyncSummary();
  const moment = useMoment();
  const now = useLocal(async context => context.now(), []);
  if (now === undefined) return null;
  const { parts, done, obstacle } = describeSync(summary, now);
  const isAllSent = parts.length === 0 && !hasLost;
  return (
    <Panel aria-label={texts.title}>
      <p className={styles.states}>
        {[obstacle, ...parts, isAllSent && done].map(
          part =>
            part && (
              <Chip key={part.key} tone={part.tone} icon={part.icon}>
                {part.text}
              </Chip>
            ),
        )}
      </p>
      <p className={styles.meta}>
        {summary.lastSyncAt === null ? texts.neverSynced : texts.lastSync(moment(summary.lastSyncAt))}
      </p>
      {parts.length > 0 && <SendNow summary={summary} obstacle={obstacle?.text ?? ''} />}
    </Panel>
  );
}

/** Sends whatever back-off says; where that can do nothing, what has to be done first stands in its place. */
function SendNow({ summary, obstacle }: { summary: SyncSummary; obstacle: string }) {
  const sendNow = useSendNow();
  const [state, setState] = useState<'idle' | 'busy' | 'tried'>('idle');
  const why = whyNothingGoes(summary);
  const signIn = summary.passProblem !== null && describeFailure(summary.passProblem).signIn;
  if (signIn) return <SignInLink />;
  if (why) return <p className={styles.fact}>{why}</p>;
  const handleSend = () => {
    setState('busy');
    void sendNow().finally(() => setState('tried'));
  };
  return (
    <>
      <ProblemLine polite>{state === 'tried' && obstacle && texts.notSentNow(obstacle)}</ProblemLine>
      <Button
        kind="primary"
        size="large"
        icon={<Send size={20} />}
        busy={state === 'busy'}
        onClick={handleSend}
      >
        {texts.sendNow}
      </Button>
    </>
  );
}

/** '' where a try is worth it. */
function whyNothingGoes({ question, failed, held, pending, sending, checking }: SyncSummary): string {
  if (pending + sending + checking > 0) return navigator.onLine ? '' : texts.sendOffline;
  if (held > 0) return texts.signInFirst;
  return failed > 0 ? texts.fixFirst(failed) : texts.answerFirst(question);
}

/** [S8] After so long unsent entries in storage that may be cleared are a risk worth a warning. */
const RISK_AFTER_MS = 2 * DAY_MS;

/** `oldestAt`: when the oldest unsent entry was saved; null: nothing is unsent. */
type StorageLineProps = { known: boolean | null; oldestAt: number | null; now: number; others: number };

export function StorageLine({ known, oldestAt, now, others }: StorageLineProps) {
  const { persisted, protect } = usePersisted(known);
  const isAtRisk = persisted === false && oldestAt !== null && now - oldestAt > RISK_AFTER_MS;
  if (persisted === null && others === 0) return null;
  return (
    <Panel>
      <ProblemLine>{isAtRisk && texts.atRisk}</ProblemLine>
      {persisted !== null && (
        <p className={styles.fact}>
          {persisted ? <CircleCheck size={20} /> : <TriangleAlert size={20} />}
          <span>{persisted ? texts.persisted : texts.notPersisted}</span>
        </p>
      )}
      {others > 0 && <p className={styles.meta}>{texts.others(others)}</p>}
      {persisted === false && (
        <div className={styles.actions}>
          <Button onClick={protect}>{texts.protect}</Button>
        </div>
      )}
    </Panel>
  );
}

/** Takes what is not sent out of this device, and back in. */
export function TransferPanel({ hasUnsent }: { hasUnsent: boolean }) {
  const device = useDevice();
  const handleSave = async () => {
    notify({ type: 'success', title: texts.exportTitle, message: await saveUnsent(device) });
  };
  const handleShare = async () => {
    const file = await collectUnsentOf(device);
    if (!file) return;
    const text = unsentText(file, toWallClock(file.savedAt, device.config.zone));
    const message = texts.shared[await shareText(texts.exportTitle, text)];
    if (message) notify({ title: texts.exportTitle, message });
  };
  return (
    <Panel aria-label={texts.transferTitle}>
      <h2>{texts.transferTitle}</h2>
      <p className={styles.meta}>{texts.transferWhy}</p>
      <div className={styles.actions}>
        {hasUnsent && (
          <>
            <Button icon={<Download size={20} />} onClick={() => void handleSave()}>
              {texts.saveFile}
            </Button>
            <Button icon={<Share2 size={20} />} onClick={() => void handleShare()}>
              {texts.shareUnsent}
            </Button>
          </>
        )}
        <LoadFile />
      </div>
    </Panel>
  );
}

/** Reads a file, shows what it would bring, and takes it in. Whatever is wrong with it, nothing here changes. */
function LoadFile() {
  const { readFile, importFile } = useTransfer();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [found, setFound] = useState<ImportableFile | null>(null);
  const handleChosen = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    setProblem('');
    if (!chosen) return;
    const looked = await readFile(await textOf(chosen));
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
    if (looked.ok) setFound(looked.value);
    else setProblem(texts.fileRefused[looked.problem.reason]);
  };
  const handleImport = async ({ file }: ImportableFile) => {
    const imported = await importFile(file);
    setFound(null);
    if (imported.ok)
      notify({ type: 'success', title: texts.exportTitle, message: texts.loaded(imported.value) });
    else setProblem(imported.problem.reason === 'full' ? texts.full : texts.outdated);
  };
  return (
    <>
      <Button icon={<Upload size={20} />} onClick={() => input.current?.click()}>
        {texts.loadFile}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".txt,.json,text/plain,application/json"
        aria-label={texts.loadFile}
        tabIndex={-1}
        hidden
        onChange={event => void handleChosen(event)}
      />
      <ProblemLine>{problem}</ProblemLine>
      {found && (
        <Preview {...found} onImport={() => void handleImport(found)} onClose={() => setFound(null)} />
      )}
    </>
  );
}

type PreviewProps = ImportableFile & { onImport: () => void; onClose: () => void };

function Preview({ preview: { total, known, fresh, damaged }, onImport, onClose }: PreviewProps) {
  return (
    <Dialog
      open
      title={texts.previewTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{fresh > 0 ? shared.cancel : shared.close}</Button>
          {fresh > 0 && (
            <Button kind="primary" data-autofocus onClick={onImport}>
              {texts.load}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.sheet}>
        <p>{texts.preview(total, known, fresh)}</p>
        {damaged > 0 && <p className={styles.refusal}>{texts.damaged(damaged)}</p>}
        {fresh === 0 && <p>{texts.nothingNew}</p>}
      </div>
    </Dialog>
  );
}

/** A file that cannot be read at all is told like one that holds nothing of ours. */
async function textOf(file: File): Promise<string> {
  try {
    return await file.text();
  } catch {
    return '';
  }
}
