import { useAtom } from 'jotai';
import { useRef, useState } from 'react';
import { DAY_MS } from '#kit/clock.ts';
import { useDevice } from '#state/device.ts';
import { installPromptAtom } from '#state/install.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { useMedia } from '#ui/use-media.ts';
import styles from './install.module.css';
import { installMethod } from './install-method.ts';
import { IosSteps } from './ios-steps.tsx';
import { hasSavedContact } from './offline/has-saved-contact.ts';
import { texts } from './texts.ts';

/** Asks to install the app once there is something to lose: after the first saved contact, on iPhones before it. */
export function InstallHint() {
  const { now } = useDevice();
  const card = useRef<HTMLElement>(null);
  const [prompt, keepPrompt] = useAtom(installPromptAtom);
  const [isPutOff, setPutOff] = useState(() => wasAskedRecently(now()));
  const [hasFailed, setHasFailed] = useState(false);
  const hasContact = useLocal(hasSavedContact, []) ?? false;
  const isStandalone = useStandalone();
  const { userAgent, maxTouchPoints } = navigator;
  const hasPrompt = prompt !== null || hasFailed;
  const way = installMethod({ userAgent, maxTouchPoints, hasPrompt, isStandalone });
  if (isPutOff || way === 'none' || !(hasContact || way === 'ios')) return null;
  const handleLater = () => {
    rememberAsked(now());
    // The button goes away; the reader goes on with the screen below.
    card.current?.closest('main')?.focus();
    setPutOff(true);
  };
  const handleInstall = async () => {
    if (!prompt) return;
    keepPrompt(null); // usable once
    try {
      await prompt.prompt();
      handleLater();
    } catch {
      setHasFailed(true); // told in the card; the browser's menu is left
    }
  };
  return (
    <section ref={card} className={styles.card} aria-label={texts.title}>
      <h2>{way === 'ios' && !hasContact ? texts.iosEarly : texts.title}</h2>
      {way === 'ios' ? <IosHelp /> : <p>{way === 'prompt' ? texts.why : texts[way]}</p>}
      <ProblemLine>{hasFailed && texts.failed}</ProblemLine>
      <div className={styles.actions}>
        {prompt && (
          <Button kind="primary" onClick={() => void handleInstall()}>
            {texts.title}
          </Button>
        )}
        <Button kind="quiet" onClick={handleLater}>
          {texts.later}
        </Button>
      </div>
    </section>
  );
}

function IosHelp() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p>{texts.iosWhy}</p>
      {open ? <IosSteps /> : <Button onClick={() => setOpen(true)}>{texts.how}</Button>}
    </>
  );
}

/** Whether this window is the installed app already. */
function useStandalone(): boolean {
  const isStandalone = useMedia('(display-mode: standalone)');
  const isMinimal = useMedia('(display-mode: minimal-ui)');
  // Safari's own word for it, older than the media query.
  return isStandalone || isMinimal || Reflect.get(navigator, 'standalone') === true;
}

/** So long nobody is asked again. */
const PAUSE_MS = 14 * DAY_MS;

/** [S30] A moment, nothing about a person; it may outlive logout, because it is about this device. */
const ASKED_AT = 'application.install-asked-at';

/** Whether the user has put the installation off less than 14 days ago; a clock that was turned asks again. */
function wasAskedRecently(now: number, memory: Pick<Storage, 'getItem'> = localStorage): boolean {
  const askedAt = Number(memory.getItem(ASKED_AT) ?? 0);
  return Math.abs(now - askedAt) < PAUSE_MS;
}

/** Remembers that the user was asked. */
function rememberAsked(now: number, memory: Pick<Storage, 'setItem'> = localStorage): void {
  memory.setItem(ASKED_AT, String(now));
}
