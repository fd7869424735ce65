import { useId } from 'react';
import type { StatsRow } from '#contract/moderation.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { ChangeText } from './change-text.tsx';
import type { Period } from './period.ts';
import { changeOf, type PromoterStats, toPromoterStats, totalsOf } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

export type ComparisonProps = {
  rows: readonly PromoterStats[];
  period: Period;
  remote: Remote<{ list: readonly StatsRow[] }>;
};

const COMPARED_TOTALS = [
  ['count', texts.count, 'number'],
  ['done', texts.done, 'number'],
  ['sum', texts.sum, 'money'],
  ['bonus', texts.share, 'money'],
] as const;

/** What has become of the totals since as many days before; without those, that there is nothing to compare with. */
export function Comparison({ rows, period, remote }: ComparisonProps) {
  const titleId = useId();
  const { value, problem, busy, reload } = remote;
  const { dateFrom, dateTo } = period;
  if (!value) {
    return (
      <ProblemLine polite {...(problem && { busy, onRetry: () => void reload() })}>
        {problem ? texts.notCompared(dateFrom, dateTo) : texts.comparing}
      </ProblemLine>
    );
  }
  const currentTotals = totalsOf(rows);
  const previousTotals = totalsOf(toPromoterStats(value.list, null));
  return (
    <Panel className={styles.comparison} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.compared}</h2>
      <p className={styles.days}>{texts.days(dateFrom, dateTo)}</p>
      <dl className={styles.changes}>
        {COMPARED_TOTALS.map(([id, title, kind]) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>
              <ChangeText change={changeOf(currentTotals[id], previousTotals[id])} kind={kind} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
