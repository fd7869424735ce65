import { useLocation } from 'react-router-dom';
import { loginFor } from '#domain/paths.ts';
import { LinkButton } from './button.tsx';
import { texts } from './texts.ts';

/** Of who is signed in, and comes to sign in again because the server asks for it. */
export type SignInAgainState = { again: true };

/** Leads to the sign-in and back here. Until somebody has signed in, the session stays as it is. */
export function SignInLink({ kind = 'primary' }: { kind?: 'primary' | 'quiet' }) {
  const { pathname, search } = useLocation();
  return (
    <LinkButton
      kind={kind}
      to={loginFor(pathname + search)}
      state={{ again: true } satisfies SignInAgainState}
    >
      {texts.signIn}
    </LinkButton>
  );
}
