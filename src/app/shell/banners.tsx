import { useAtom } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { heldTexts } from '#features/sign-in/held-texts.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useHasOpenForm } from '#ui/form/open-forms.ts';
import { applyUpdate } from '../apply-update.ts';
import { offerAtom } from '../update.ts';
import type { WorkerLink } from '../worker-link.ts';
import styles from './banner.module.css';

const texts = {
  newVersion: 'Доступна новая версия',
  update: 'Обновить',
  later: 'Позже',
  signIn: 'Войти',
} as const;

/** A new version waits for the user's word; nothing reloads by itself. */
export function UpdateBanner({ link }: { link: Promise<WorkerLink> }) {
  const [offer, setOffer] = useAtom(offerAtom);
  return (
    <div className={styles.banner} role="status">
      <span className={styles.words}>{texts.newVersion}</span>
      <Button kind="primary" busy={offer === 'applying'} onClick={() => void applyUpdate(link)}>
        {texts.update}
      </Button>
      <Button kind="quiet" onClick={() => setOffer('none')}>
        {texts.later}
      </Button>
    </div>
  );
}

const SignInSheet = lazy(() =>
  import('#features/sign-in/sign-in-sheet.tsx').then(module => ({ default: module.SignInSheet })),
);

/**
 * The server no longer accepts the session. Nobody is thrown out: a line asks to sign in, and over an open form
 * the sign-in appears as a sheet by itself, once.
 */
export function HeldSession({ unsent }: { unsent: number }) {
  const hasForm = useHasOpenForm();
  const [asked, setAsked] = useState<'not yet' | 'now' | 'declined'>('not yet');
  const open = asked === 'now' || (asked === 'not yet' && hasForm);
  return (
    <div className={classNames(styles.banner, styles.warn)}>
      <span className={styles.words} role="status">
        {unsent > 0 ? heldTexts.signInToSend(unsent) : heldTexts.sessionEnded}
      </span>
      <Button kind="primary" onClick={() => setAsked('now')}>
        {texts.signIn}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SignInSheet open onClose={() => setAsked('declined')} />
        </Suspense>
      )}
    </div>
  );
}
