import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AnswerKind, answerKindOf, type Problem } from '#api/problem.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import type { Result } from '#kit/result.ts';
import { Button } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { PasswordField, TextField } from '#ui/form/text-field.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { answerWords } from '#ui/remote/answer-fault.ts';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import styles from './sign-in.module.css';
import { texts } from './texts.ts';

type SignInFormProps = {
  signIn: (email: string, password: string) => Promise<Result<unknown, Problem>>;
  /** The auth error of the session, shown until the next attempt. */
  authError: string;
  /** Fixes the account: a held session is taken up by its own user only. */
  email?: string | undefined;
  onDone?: () => void;
  secondary?: Elements;
};

/** E-mail, password, Sign in. Uncontrolled, so that whatever a password manager fills in is read at submit. */
export function SignInForm({ signIn, authError, email, onDone, secondary }: SignInFormProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ text: string; attempt: number } | null>(null);
  /** Whoever is refused again may be blocked: the server does not tell the two apart. */
  const wasWrong = useRef(false);
  const refuse = (text: string) => setFailed(before => ({ text, attempt: (before?.attempt ?? 0) + 1 }));
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const username = withoutInvisible(String(data.get('username') ?? '')).trim();
    const password = String(data.get('password') ?? '');
    if (username === '' || password === '') return refuse(texts.empty);
    setBusy(true);
    setFailed(null);
    const result = await signIn(username, password).finally(() => setBusy(false));
    if (result.ok) return onDone?.();
    const why = signInError(result.problem);
    refuse(why === texts.wrong && wasWrong.current ? texts.wrongAgain : why);
    wasWrong.current = why === texts.wrong;
  };
  // The session keeps a bare code; a code that means a wrong password is told in words.
  const stored = WRONG.has(authError) ? texts.wrong : authError;
  const error = failed?.text ?? (busy ? '' : stored);
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextField
        label={texts.email}
        name="username"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        controlSize="large"
        defaultValue={email}
        readOnly={email !== undefined}
        aria-required
      />
      <PasswordField
        label={texts.password}
        name="password"
        data-autofocus={email === undefined ? undefined : true}
        autoComplete="current-password"
        enterKeyHint="go"
        controlSize="large"
        aria-required
      />
      <ErrorLine key={failed?.attempt ?? 0} text={error} />
      <Button type="submit" kind="primary" size="large" wide busy={busy}>
        {texts.submit}
      </Button>
      {secondary}
    </form>
  );
}

/** Always there, so that readers notice when it gets a text. */
function ErrorLine({ text }: { text: string }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== '') line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={line}>
      <ProblemLine>{text}</ProblemLine>
    </div>
  );
}

/** How the Passport generations name a wrong password and a blocked account alike. */
const WRONG = new Set(['invalid_grant', 'invalid_credentials']);

const SAYS_NOTHING_OF_THE_PASSWORD: readonly AnswerKind[] = ['maintenance', 'busy', 'server', 'unreadable'];

/** What the error line of the login screen says. What is not Russian stands behind «Подробнее». */
function signInError(problem: Problem): string {
  const { kind, status, code, message } = problem;
  if (status === 0) return texts.noConnectionWhy;
  // A 401 without words is a page's: Passport names the credentials.
  const isPage = kind === 'foreign' || (kind === 'unauthenticated' && message === '');
  if (isPage && status < 500) return texts.notOurServer(status);
  if (SAYS_NOTHING_OF_THE_PASSWORD.includes(answerKindOf(problem))) return `${answerWords(problem)}.`;
  if (WRONG.has(code) || message === '') return texts.wrong;
  return toServerWords({ status, message }, texts.refused);
}
