import { Navigate, useSearchParams } from 'react-router-dom';
import { useSession, useSignIn } from '#state/session.ts';
import { useSyncSummary } from '#state/sync.ts';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Clock, CloudOff } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { safeRedirect } from './safe-redirect.ts';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

/** The login screen. Whoever is signed in already is led on at once. */
export function LoginScreen() {
  const [query] = useSearchParams();
  const session = useSession();
  const signIn = useSignIn();
  const { reachable, total } = useSyncSummary();
  const target = safeRedirect(query.get('redirect'));
  if (session.status === 'starting') return null;
  if (session.status === 'in' && !session.held) return <Navigate to={target} replace />;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <PageTitle>{texts.title}</PageTitle>
        {(!reachable || total > 0) && (
          <div className={styles.notice} role="status">
            {!reachable && (
              <Chip tone="warn" icon={<CloudOff size={16} />}>
                {texts.noConnection}
              </Chip>
            )}
            {total > 0 && (
              <Chip tone="warn" icon={<Clock size={16} />}>
                {texts.signInToSend(total)}
              </Chip>
            )}
          </div>
        )}
        <SignInForm
          signIn={signIn}
          authError={session.authError}
          secondary={
            session.user && (
              <LinkButton to={target} replace wide>
                {texts.continueOffline}
              </LinkButton>
            )
          }
        />
      </div>
    </main>
  );
}
