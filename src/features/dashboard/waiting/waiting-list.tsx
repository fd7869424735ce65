import { Link } from 'react-router-dom';
import { classNames } from '#ui/class-names.ts';
import type { Elements } from '#ui/elements.ts';
import { ChevronRight } from '#ui/icons.ts';
import { StaleNote } from '#ui/page-states.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure, describeStale } from '#ui/remote/answer-fault.ts';
import { texts as remoteTexts } from '#ui/remote/texts.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { texts } from './texts.ts';
import { type Part, useWaiting } from './use-waiting.ts';
import styles from './waiting-list.module.css';

type WaitingListProps = {
  can: Readonly<Record<string, boolean>>;
  /** What is shown where this backend tells nothing of it. */
  instead: Elements;
};

/** What waits for a moderator or an administrator: a line for each kind of work, which leads to it. */
export function WaitingList({ can, instead }: WaitingListProps) {
  const parts = useWaiting(can);
  if (parts.length === 0) return instead;
  const fresh = parts.find(({ remote }) => remote.when && !remote.problem)?.remote;
  const reload = () => void Promise.all(parts.map(({ remote }) => remote.reload()));
  return (
    <div className={styles.list}>
      <Panel className={styles.lines} aria-label={texts.waiting}>
        {parts.map(part => (
          <Line key={part.name} part={part} />
        ))}
      </Panel>
      {fresh && (
        <StaleNote when={fresh.when} busy={parts.some(({ remote }) => remote.busy)} onRefresh={reload} />
      )}
    </div>
  );
}

/** A part that did not come says so alone. */
function Line({ part: { name, none, to, waits, remote } }: { part: Part }) {
  const { value, problem, busy, reload } = remote;
  const failure =
    problem &&
    (value === undefined ? describeFailure(problem) : describeStale(problem, remoteTexts.shownIsOlder));
  return (
    <div className={styles.part}>
      <Link to={to} className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className={classNames(styles.words, waits === null && styles.none)}>
          {waits ?? (waits === null ? none : !problem && uiTexts.loading)}
        </span>
        <ChevronRight size={20} />
      </Link>
      <ProblemLine polite {...failure} busy={busy} onRetry={() => void reload()}>
        {failure?.why}
      </ProblemLine>
    </div>
  );
}
