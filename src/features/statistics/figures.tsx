import { formatNumber } from '#kit/format-number.ts';
import { formatMoney, NBSP } from '#kit/money.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { ChangeText } from './change-text.tsx';
import { formatPeriod } from './period.ts';
import { changeOf, type PromoterStats, toPromoterStats, totalsOf } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import type { Stats } from './use-stats.ts';

/** «12,5 %». */
export function percentText(percent: number): string {
  return `${formatNumber(percent, 1)}${NBSP}%`;
}

const FIGURES = [
  { id: 'count', title: texts.count, kind: 'number', format: (value: number) => formatNumber(value) },
  { id: 'done', title: texts.done, kind: 'number', format: (value: number) => formatNumber(value) },
  { id: 'sum', title: texts.sum, kind: 'money', format: formatMoney },
  { id: 'avg', title: texts.averageInFull, kind: 'money', format: formatMoney },
  { id: 'percentDone', title: texts.percentDone, kind: 'points', format: percentText },
] as const;

type FiguresProps = { rows: readonly PromoterStats[]; previous: Stats['previous']; today: string };

/** What it all comes to, each figure with what it was in the period before, and which days these were. */
export function Figures({ rows, previous, today }: FiguresProps) {
  const now = totalsOf(rows);
  const { value, problem, busy, reload } = previous?.remote ?? {};
  const before = value && totalsOf(toPromoterStats(value.list, null));
  const days = previous && formatPeriod(previous.period, today);
  const failure = problem && !value && days ? describeFailure(problem, texts.notCompared(days)) : null;
  return (
    <>
      <dl className={styles.figures} aria-label={texts.figures}>
        {FIGURES.map(({ id, title, kind, format }) => {
          const [is, was] = [now[id], before?.[id] ?? null];
          return (
            <div key={id}>
              <dt>{title}</dt>
              <dd>
                <span className={styles.figure}>{is === null ? '—' : format(is)}</span>
                {is !== null && was !== null && <ChangeText change={changeOf(is, was)} kind={kind} short />}
              </dd>
              {days && (
                <dd className={styles.was}>{wasText(days, before && (was === null ? '—' : format(was)))}</dd>
              )}
            </div>
          );
        })}
      </dl>
      <ProblemLine polite {...failure} busy={busy ?? false} onRetry={() => void reload?.()}>
        {failure?.why}
      </ProblemLine>
    </>
  );
}

function wasText(days: string, value: string | undefined): string {
  return value === undefined ? days : texts.was(days, value);
}
