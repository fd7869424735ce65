import { useState } from 'react';
import { useDevice } from '#state/device-context.ts';
import { type LocalContext, useLocal } from '#state/local.ts';
import { type LoggedProblem, readProblems } from '#sync/problem-log.ts';
import { Button } from '#ui/button.tsx';
import { Share2 } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { shareText } from '#ui/share-text.ts';
import styles from './outbox.module.css';
import { texts } from './texts.ts';

/** Hands what a firm needs to know of failures to another app or to the clipboard; nothing personal is in it. */
export function SupportFacts() {
  const { config } = useDevice();
  const text = useLocal(
    async context => supportText(config.apiOrigin, context, await readProblems(context.db, context.ownerKey)),
    [config.apiOrigin],
  );
  const [announcement, setAnnouncement] = useState('');
  if (text === undefined) return null;
  const handleShare = async () => {
    setAnnouncement('');
    setAnnouncement(texts.shared[await shareText(texts.supportTitle, text)]);
  };
  return (
    <Panel aria-label={texts.supportTitle}>
      <h2>{texts.supportTitle}</h2>
      <p className={styles.meta}>{texts.supportWhy}</p>
      <div className={styles.actions}>
        <Button icon={<Share2 size={20} />} onClick={() => void handleShare()}>
          {texts.supportCopy}
        </Button>
      </div>
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
    </Panel>
  );
}

type Where = Pick<LocalContext, 'owner' | 'wallClock'>;

/** Version, backend and user by number, then what failed, the newest first. */
export function supportText(
  apiOrigin: string,
  { owner, wallClock }: Where,
  problems: readonly LoggedProblem[],
): string {
  const lines = [...problems].reverse().map(({ at, title, kind, status, place, code, times }) => {
    const what = [place || title, kind, status || '', code, times > 1 ? `x${times}` : ''];
    return [wallClock(at), ...what].filter(Boolean).join(' ');
  });
  const head = texts.supportHead(__APP_VERSION__, apiOrigin || window.location.origin, owner.userId);
  return [head, ...(lines.length > 0 ? lines : [texts.supportNone])].join('\n');
}
