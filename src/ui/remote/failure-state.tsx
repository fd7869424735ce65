import { ErrorState } from '../page-states.tsx';
import { SignInLink } from '../sign-in-link.tsx';
import type { Failure } from './answer-fault.ts';

type FailureStateProps = {
  failure: Failure;
  title?: string;
  busy?: boolean;
  onRetry: () => void;
};

/** In place of what could not be read: what the answer was, and what helps. */
export function FailureState({ failure: { unanswered, why, signIn }, ...rest }: FailureStateProps) {
  return (
    <ErrorState unanswered={unanswered} action={signIn && <SignInLink />} {...rest}>
      {why}
    </ErrorState>
  );
}
