import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useSession } from '#state/session.ts';
import { useContinueOffline, useSignIn } from '#state/sign-in.ts';
import { useKeptForOthers, useSyncSummary } from '#state/sync.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Clock, CloudOff } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import type { SignInAgainState } from '#ui/sign-in-link.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { safeRedirect } from './safe-redirect.ts';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

/** Of who goes on without a session: what needs the network then gives way to what does not. */
export type ContinueState = { continues: true };

/** The login screen. Whoever is signed in already is led on at once, unless the server asks them to sign in again. */
export function LoginScreen() {
  const [query] = useSearchParams();
  const session = useSession();
  const signIn = useSignIn();
  const continueOffline = useContinueOffline();
  const navigate = useNavigate();
  const { reachable, total } = useSyncSummary();
  const others = useKeptForOthers();
  const target = safeRedirect(query.get('redirect'));
  const { again = false } = Object(useLocation().state) as Partial<SignInAgainState>; // history state is untyped
  // `starting` is signed in too: the protected area loads the user.
  const mustSignIn = session.actorId === undefined && (session.held || again);
  if (session.status !== 'out' && !mustSignIn) return <Navigate to={target} replace />;
  const handleContinue = async () => {
    if (await continueOffline())
      navigate(target, { replace: true, state: { continues: true } satisfies ContinueState });
  };
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <PageTitle>{texts.title}</PageTitle>
        {(!reachable || mustSignIn || session.held || total > 0 || others > 0) && (
          <div className={styles.notice} role="status">
            {!reachable && (
              <Chip tone="warn" icon={<CloudOff size={16} />}>
                {uiTexts.noConnection}
              </Chip>
            )}
            {total > 0 && (
              <Chip tone="warn" icon={<Clock size={16} />}>
                {texts.signInToSend(total)}
              </Chip>
            )}
            {(session.held || again) && total === 0 && <p>{texts.sessionEnded}</p>}
            {others > 0 && <p>{texts.keptForOthers(others, total > 0)}</p>}
          </div>
        )}
        <SignInForm
          signIn={signIn}
          authError={session.authError}
          onDone={() => navigate(target, { replace: true })}
          secondary={
            session.held &&
            !reachable && (
              <Button wide onClick={handleContinue}>
                {texts.continueOffline}
              </Button>
            )
          }
        />
      </div>
    </main>
  );
}
