import { useAtom } from 'jotai';
import { useRef, useState } from 'react';
import { MANAGERS, satisfies } from '#domain/permissions.ts';
import { DAY_MS } from '#kit/clock.ts';
import { useDevice } from '#state/device-context.ts';
import { installPromptAtom } from '#state/install.ts';
import { useLocal } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { Button } from '#ui/button.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { useMedia } from '#ui/use-media.ts';
import styles from './install.module.css';

const texts = {
  title: 'Установить приложение',
  why: 'Значок на главном экране, запуск без связи, и браузер не удалит сохраненное.',
  install: 'Установить',
  later: 'Позже',
  how: 'Как установить',
  iosEarly: 'Установите приложение до того, как собирать контакты',
  iosWhy:
    'Safari стирает данные сайта, который не открывали 7 дней. С приложением на экране «Домой» этого не будет.',
  iosSteps: ['Нажмите «Поделиться» внизу экрана', 'Выберите «На экран „Домой“»', 'Нажмите «Добавить» вверху'],
  samsung: 'Откройте меню браузера ☰, выберите «Добавить страницу на», затем «Главный экран».',
  yandex: 'Откройте меню браузера ⋮ и выберите «Добавить ярлык» на главный экран.',
  failed: 'Браузер не смог установить. Это можно сделать через его меню.',
} as const;

/** Asks to install the app once there is something to lose: after the first saved contact, on iPhones before it. */
export function InstallHint() {
  const { now } = useDevice();
  const { user } = useSession();
  const card = useRef<HTMLElement>(null);
  const [prompt, setPrompt] = useAtom(installPromptAtom);
  const [isPostponed, setPostponed] = useState(() => {
    const askedAt = Number(localStorage.getItem(ASKED_AT) ?? 0);
    // A clock that was turned asks again.
    return Math.abs(now() - askedAt) < PAUSE_MS;
  });
  const [hasFailed, setHasFailed] = useState(false);
  const hasContact = useLocal(hasSavedContact, []) ?? false;
  const isInstalled = useMedia('(display-mode: standalone), (display-mode: minimal-ui)');
  // Safari's own word for it, older than the media query.
  const isStandalone = isInstalled || Reflect.get(navigator, 'standalone') === true;
  const { userAgent, maxTouchPoints } = navigator;
  const hasPrompt = prompt !== null || hasFailed;
  const method = installMethod({ userAgent, maxTouchPoints, hasPrompt, isStandalone });
  // Moderators and administrators need not come to collect any.
  const isEarly = method === 'ios' && !satisfies(user?.can ?? {}, MANAGERS);
  if (isPostponed || method === 'none' || !(hasContact || isEarly)) return null;
  const handleLater = () => {
    localStorage.setItem(ASKED_AT, String(now()));
    // The button goes away; the reader goes on with the screen below.
    card.current?.closest('main')?.focus();
    setPostponed(true);
  };
  const handleInstall = async () => {
    if (!prompt) return;
    setPrompt(null); // usable once
    try {
      await prompt.prompt();
      handleLater();
    } catch {
      setHasFailed(true); // told in the card; the browser's menu is left
    }
  };
  return (
    <section ref={card} className={styles.card} aria-label={texts.title}>
      <h2>{method === 'ios' && !hasContact ? texts.iosEarly : texts.title}</h2>
      {method === 'ios' ? <IosHelp /> : <p>{method === 'prompt' ? texts.why : texts[method]}</p>}
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

/** Three small pictures for iPhones, which have no button for it: share, «На экран „Домой“», add. */
function IosHelp() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p>{texts.iosWhy}</p>
      {!open && <Button onClick={() => setOpen(true)}>{texts.how}</Button>}
      {open && (
        <ol className={styles.steps}>
          {texts.iosSteps.map((step, index) => (
            <li key={step} className={styles.step}>
              <svg
                aria-hidden="true"
                width={72}
                height={56}
                viewBox="0 0 72 56"
                fill="none"
                className={styles.picture}
              >
                {PICTURES[index]}
              </svg>
              <span>{`${index + 1}. ${step}`}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** So long nobody is asked again. */
const PAUSE_MS = 14 * DAY_MS;

/** [S30] A moment, nothing about a person; it may outlive logout, because it is about this device. */
const ASKED_AT = 'application.install-asked-at';

const line = {
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const PICTURES = [
  // The bar below the page with the square and the arrow.
  <>
    <rect x="1" y="1" width="70" height="54" rx="8" {...line} className={styles.faint} />
    <path d="M1 34h70M14 45h6M52 45h6" {...line} className={styles.faint} />
    <path d="M31 40h-3v11h16V40h-3M36 46V33m-4 4 4-4 4 4" {...line} className={styles.strong} />
  </>,
  // The row of the share sheet with the square and the plus.
  <>
    <path d="M8 10h40M8 46h32" {...line} className={styles.faint} />
    <rect x="1" y="18" width="70" height="20" rx="6" {...line} className={styles.strong} />
    <path d="M9 28h32" {...line} className={styles.strong} />
    <rect x="52" y="22" width="12" height="12" rx="3" {...line} className={styles.strong} />
    <path d="M58 25.5v5M55.5 28h5" {...line} className={styles.strong} />
  </>,
  // The sheet with the app's icon and the button at its upper right.
  <>
    <rect x="1" y="1" width="70" height="54" rx="8" {...line} className={styles.faint} />
    <rect x="9" y="26" width="18" height="18" rx="5" {...line} className={styles.faint} />
    <path d="M34 32h28M34 39h18M9 11h12" {...line} className={styles.faint} />
    <rect x="44" y="5" width="22" height="12" rx="6" className={styles.filled} />
    <path d="M49 11h12" {...line} className={styles.onFilled} />
  </>,
];

type BrowserTraits = { userAgent: string; maxTouchPoints: number; hasPrompt: boolean; isStandalone: boolean };

/** How this browser puts an app onto the device; 'none' where it is installed already or the browser cannot. */
export function installMethod({ userAgent, maxTouchPoints, hasPrompt, isStandalone }: BrowserTraits) {
  if (isStandalone) return 'none';
  if (hasPrompt) return 'prompt';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  // iPads call themselves a Mac; only their fingers give them away.
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios';
  if (/SamsungBrowser/.test(userAgent)) return 'samsung';
  return /YaBrowser/.test(userAgent) && /Android/.test(userAgent) ? 'yandex' : 'none';
}

/** Whether this user has saved a contact on this device: from then on there is something to lose. */
async function hasSavedContact({ db, ownerKey }: ReadContext): Promise<boolean> {
  // Of contacts alone: a thousand waiting orders would be looked through at each save.
  const saved = await db.entries
    .where('aggregate')
    .startsWith('contact:')
    .filter(entry => entry.ownerKey === ownerKey && entry.kind === 'contact.create')
    .first();
  return saved !== undefined;
}
