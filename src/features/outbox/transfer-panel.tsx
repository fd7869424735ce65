import { type ChangeEvent, useRef, useState } from 'react';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import { type ReadFile, useTransfer } from '#state/transfer.ts';
import { Button } from '#ui/button.tsx';
import { Download, Share2, Upload } from '#ui/icons-of-screens.ts';
import { Dialog } from '#ui/modal.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { shareText } from '#ui/share-text.ts';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import styles from './outbox.module.css';
import { saveUnsent } from './save-unsent.ts';
import { sharedWords } from './share.ts';
import { texts } from './texts.ts';
import { unsentText } from './unsent-file.ts';

/** Takes what is not sent out of this device, and back in. */
export function TransferPanel({ hasUnsent }: { hasUnsent: boolean }) {
  const device = useDevice();
  const { collect } = useTransfer();
  const handleSave = async () => {
    notify({ type: 'success', title: texts.exportTitle, message: await saveUnsent(device) });
  };
  const handleShare = async () => {
    const file = await collect();
    if (!file) return;
    const text = unsentText(file, toWallClock(file.savedAt, device.config.zone));
    const message = sharedWords(await shareText(texts.exportTitle, text));
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
  const { read, take } = useTransfer();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [found, setFound] = useState<ReadFile | null>(null);
  const handleChosen = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    setProblem('');
    if (!chosen) return;
    const looked = await read(await textOf(chosen));
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
    if (looked.ok) setFound(looked.value);
    else setProblem(texts.fileRefused[looked.problem.reason]);
  };
  const handleTake = async ({ file }: ReadFile) => {
    const taken = await take(file);
    setFound(null);
    if (taken.ok) notify({ type: 'success', title: texts.exportTitle, message: texts.loaded(taken.value) });
    else setProblem(taken.problem.reason === 'full' ? texts.full : texts.outdated);
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
      {found && <Preview {...found} onTake={() => void handleTake(found)} onClose={() => setFound(null)} />}
    </>
  );
}

type PreviewProps = ReadFile & { onTake: () => void; onClose: () => void };

function Preview({ preview, onTake, onClose }: PreviewProps) {
  const { total, known, fresh, damaged } = preview;
  return (
    <Dialog
      open
      title={texts.previewTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{fresh > 0 ? shared.cancel : shared.close}</Button>
          {fresh > 0 && (
            <Button kind="primary" data-autofocus onClick={onTake}>
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
