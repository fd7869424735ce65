import type { Problem } from '#api/problem.ts';
import { ErrorState } from '#ui/page-states.tsx';
import { answerWords } from '#ui/remote/answer-fault.ts';
import styles from './shell/shell.module.css';
import { texts } from './shell/texts.ts';

/** Somebody is signed in, but neither a usable answer came nor does this device know who they are. */
export function Unreachable({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <main className={styles.inner}>
      <ErrorState title={answerWords(problem)} onRetry={onRetry}>
        {texts.unreachableWhy}
      </ErrorState>
    </main>
  );
}
