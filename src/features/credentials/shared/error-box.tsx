import { useId, useLayoutEffect, useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import { answerWords } from '#ui/remote/answer-fault.ts';
import styles from './error-box.module.css';
import { texts } from './texts.ts';

type ErrorBoxProps = {
  problem: Problem | null;
  /** What is said where it may have been done all the same. */
  unknownOutcomeText: string;
  /** It was done all the same: «try again» would do it twice. */
  isDone?: boolean;
};

/**
 * Why a client or a token was refused: everything that the server said, as one list. Takes the focus, so that it is
 * in sight however far down the button was.
 */
export function ErrorBox({ problem, unknownOutcomeText, isDone = false }: ErrorBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);
  if (!problem) return null;
  const messages = messagesOf(problem);
  const outcome = outcomeText(problem, unknownOutcomeText);
  return (
    <div ref={box} className={styles.box} role="alert" aria-labelledby={titleId} tabIndex={-1}>
      <p id={titleId} lang="en" className={styles.title}>
        {texts.whoops}
      </p>
      {messages.length > 0 ? (
        <ul className={styles.list}>
          {messages.map(message => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : (
        !isDone && <p lang="en">{texts.wentWrong}</p>
      )}
      {outcome && <p>{outcome}</p>}
    </div>
  );
}

/** All messages of all fields, else what the answer says as a whole; none if it was not an object. */
function messagesOf({ fields, message }: Problem): readonly string[] {
  const refused = Object.values(fields).flat();
  if (refused.length > 0) return [...new Set(refused)];
  return message === '' ? [] : [message];
}

function outcomeText(problem: Problem, unknownOutcomeText: string): string | undefined {
  if (!isKnownNotApplied(problem)) return unknownOutcomeText;
  return problem.kind === 'refused' ? undefined : `${answerWords(problem)}.`;
}
