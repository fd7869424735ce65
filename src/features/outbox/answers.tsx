import { useCommand } from '#state/command.ts';
import { useLocal } from '#state/local.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { Button } from '#ui/button.tsx';
import { type Candidate, readCandidates } from './offline/candidates.ts';
import styles from './outbox.module.css';
import { texts } from './texts.ts';
import type { Acting } from './use-acting.ts';

export type AnswersProps = { entry: Entry; acting: Acting; onLeave: () => void };

/** [S13] Only the user can know what became of a lost create that several things resemble. */
export function Answers({ entry, acting, onLeave }: AnswersProps) {
  const { answer } = useCommand();
  const candidates = useLocal(context => readCandidates(context, entry), [entry]);
  return (
    <section className={styles.sheet} aria-label={texts.candidates}>
      <h3>{texts.candidates}</h3>
      {candidates?.length === 0 && <p>{texts.noCandidates}</p>}
      <ul className={styles.rows}>
        {candidates?.map(candidate => (
          <li key={`${candidate.serverId} ${candidate.code}`} className={styles.candidate}>
            <p className={styles.value}>{wordsOf(candidate)}</p>
            <Button
              kind="primary"
              aria-label={texts.arrivedAs(wordsOf(candidate))}
              onClick={() => acting.run(() => answer(entry.id, 'arrived', candidate.serverId))}
            >
              {texts.arrived}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => acting.run(() => answer(entry.id, 'send-again'))}>{texts.sendAgain}</Button>
        <Button onClick={onLeave}>{texts.leave}</Button>
      </div>
    </section>
  );
}

function wordsOf({ serverId, code, words }: Candidate): string {
  return [code, words].filter(Boolean).join(': ') || texts.unnamed(serverId ?? 0);
}
