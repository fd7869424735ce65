import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device.ts';
import { useObstacle } from '#state/remote/use-action.ts';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import {
  EVERYTHING,
  FIRST_SORT,
  type Filter,
  isSameFilter,
  readAddress,
  refusalsOf,
  type Wanted,
  writeAddress,
} from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { Results } from './results.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { usePromoterOptions } from './use-promoter-options.ts';
import { type Stats, useStats } from './use-stats.ts';

/** What promoters have brought: figures by promoter and period, compared with the period before. */
export function StatisticsScreen() {
  const { now, config } = useDevice();
  const today = toWallClock(now(), config.zone).slice(0, 10);
  const [wanted, change] = useAddress(today);
  const { filter } = wanted;
  const { promoters, nameOf } = usePromoterOptions(filter.promoterId);
  const stats = useStats(filter, today);
  const blocked = blockedBecause(useObstacle());
  const words = ({ promoterId, dateFrom, dateTo }: Filter) =>
    texts.applied(nameOf(promoterId), dateFrom, dateTo);
  const ask = (next: Filter) => {
    if (isSameFilter(next, filter)) void stats.remote.reload();
    else change({ filter: next });
  };
  const reset = () => {
    if (isSameFilter(EVERYTHING, filter)) void stats.remote.reload();
    change({ filter: EVERYTHING, sort: FIRST_SORT, idle: false });
  };
  const isRefused = Object.keys(refusalsOf(filter, today)).length > 0;
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.title}</PageTitle>
      <Folded summary={`${texts.selection}: ${words(filter)}`}>
        <FilterForm
          today={today}
          promoters={promoters}
          blocked={blocked}
          applied={filter}
          onApply={ask}
          onReset={reset}
        />
      </Folded>
      <ProblemLine polite>{wanted.hasJunk && texts.junk}</ProblemLine>
      {isRefused ? (
        <p>{texts.fixDates}</p>
      ) : (
        <RemoteView remote={stats.remote} {...(isAboutFilter(stats) && { refused: <Refused /> })}>
          {({ list }) => (
            <>
              <ProblemLine polite unanswered>
                {stats.isEarlier && texts.notLoaded(words(filter), words(stats.shown))}
              </ProblemLine>
              <Results
                list={list}
                before={stats.before}
                applied={words(stats.shown)}
                busy={stats.remote.busy}
                sort={wanted.sort}
                idle={wanted.idle}
                onSort={sort => change({ sort })}
                onIdle={idle => change({ idle })}
              />
            </>
          )}
        </RemoteView>
      )}
    </div>
  );
}

/** Without the permission the 403 screen comes; anything else that is refused is the filter. */
function isAboutFilter({ remote: { problem } }: Stats): boolean {
  return problem !== null && problem.status !== 403;
}

function Refused() {
  return <ErrorState title={texts.refusedTitle}>{texts.refused}</ErrorState>;
}

/** On a phone the figures come first: the fields are there for who unfolds them. */
function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  if (!useMedia(PHONE)) return <div className="no-print">{children}</div>;
  return (
    <details className={classNames(styles.folded, 'no-print')}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}

type Change = Partial<Omit<Wanted, 'hasJunk'>>;

/** What is asked for lives in the address: it can be kept, sent, and gone back to. */
function useAddress(today: string): [Wanted, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = useMemo(() => readAddress(params, today), [params, today]);
  const change = (next: Change) => {
    // Going back leads to the filter before, not through each way of looking at the same figures.
    setParams(writeAddress({ ...wanted, ...next }), { replace: next.filter === undefined });
  };
  return [wanted, change];
}
