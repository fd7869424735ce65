import { useSession } from '#state/session.ts';
import { useSignIn } from '#state/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/modal.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

const sheetTexts = {
  sessionEnded: 'Сессия закончилась. То, что вы заполняете, останется на экране.',
  later: 'Позже',
} as const;

/** Signs the same user in again over whatever is on the screen, so that an unfinished form stays where it is. */
export function SignInSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const session = useSession();
  const signIn = useSignIn();
  return (
    <Sheet open={open} onClose={onClose} title={texts.title}>
      <div className={styles.stack}>
        <p className={styles.notice}>{sheetTexts.sessionEnded}</p>
        <SignInForm
          signIn={signIn}
          authError={session.authError}
          email={session.user?.email}
          onDone={onClose}
          secondary={
            <Button wide onClick={onClose}>
              {sheetTexts.later}
            </Button>
          }
        />
      </div>
    </Sheet>
  );
}
