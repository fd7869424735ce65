import type { StatsPoint } from '#contract/moderation.ts';
import { useLastValue } from '#state/remote/use-last-value.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { mustLeave } from '#ui/to-forbidden.tsx';
import { DaysChart, DaysLine } from './days-chart.tsx';
import type { Filter, StatsQuery } from './filter.ts';
import { Foldable, ON_PHONE } from './foldable.tsx';
import { PromoterBars } from './promoter-bars.tsx';
import type { PromoterStats } from './promoter-stats.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import type { Stats } from './use-stats.ts';

/** So low that beside open charts few rows would be in sight. */
const NO_ROOM = `${ON_PHONE}, screen and (max-height: 959.98px)`;

type ChartsProps = {
  rows: readonly PromoterStats[];
  days: Stats['days'];
  shown: Filter;
  today: string;
  query: Pick<StatsQuery, 'show'>;
  onChange: (part: Partial<StatsQuery>) => void;
};

/** When, and who: a press on either asks for that alone. The table has all of it in figures. */
export function Charts({ rows, days, shown, today, query, onChange }: ChartsProps) {
  const { value, problem, busy, reload } = days;
  // Until the new days are there the old ones stay: a chart that goes takes the keyboard's place with it.
  const last = useLastValue(days).value;
  const points = (problem ? value : last)?.list ?? [];
  // A backend that has no such call, or policies that forbid it: the rest is there all the same.
  const isKnown = problem === null || !mustLeave(problem);
  const failure = problem && !value ? describeFailure(problem, texts.daysFailed) : null;
  const handleDays = ({ dateFrom, dateTo }: StatsPoint) =>
    onChange({ filter: { ...shown, dateFrom, dateTo } });
  return (
    <Foldable
      when={NO_ROOM}
      className={styles.charts}
      summary={
        <>
          <span>{texts.charts}</span>
          {isKnown && points.length > 0 && <DaysLine points={points} show={query.show} today={today} />}
        </>
      }
    >
      {isKnown && (
        <div className={styles.days}>
          {points.length > 0 && (
            <DaysChart
              points={points}
              show={query.show}
              today={today}
              onShow={show => onChange({ show })}
              onPick={handleDays}
            />
          )}
          <ProblemLine polite {...failure} busy={busy} onRetry={() => void reload()}>
            {failure?.why}
          </ProblemLine>
        </div>
      )}
      <PromoterBars
        rows={rows}
        chosen={shown.promoterId}
        onPick={promoterId => onChange({ filter: { ...shown, promoterId } })}
      />
    </Foldable>
  );
}
