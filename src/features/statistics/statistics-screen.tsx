import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ALL_PROMOTERS, listPromoters } from '#contract/moderation.ts';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { TreeOption } from '#ui/tree-option.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import {
  DEFAULT_SORT,
  type Filter,
  filterErrors,
  isSameFilter,
  NO_FILTER,
  readSearchParams,
  type StatsQuery,
  writeSearchParams,
} from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { Results } from './results.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { useStats } from './use-stats.ts';

/** What promoters have brought: figures by promoter and period, compared with the period before. */
export function StatisticsScreen() {
  const { now, config } = useDevice();
  const today = toWallClock(now(), config.zone).slice(0, 10);
  const { query, change } = useStatsQuery(today);
  const { filter } = query;
  const { promoters, nameOf } = usePromoterOptions(filter.promoterId);
  const stats = useStats(filter, today);
  const blocked = blockedBecause(useBlockedReason());
  const filterText = ({ promoterId, dateFrom, dateTo }: Filter) =>
    texts.applied(nameOf(promoterId), dateFrom, dateTo);
  const applyFilter = (next: Filter) => {
    if (isSameFilter(next, filter)) void stats.remote.reload();
    else change({ filter: next });
  };
  const reset = () => {
    if (isSameFilter(NO_FILTER, filter)) void stats.remote.reload();
    change({ filter: NO_FILTER, sort: DEFAULT_SORT, idle: false });
  };
  const isRefused = Object.keys(filterErrors(filter, today)).length > 0;
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.title}</PageTitle>
      <CollapsibleFilter summary={`${texts.selection}: ${filterText(filter)}`}>
        <FilterForm
          today={today}
          promoters={promoters}
          blocked={blocked}
          applied={filter}
          onApply={applyFilter}
          onReset={reset}
        />
      </CollapsibleFilter>
      <ProblemLine polite>{query.hasInvalidParams && texts.invalidParams}</ProblemLine>
      {isRefused ? (
        <p>{texts.fixDates}</p>
      ) : (
        <RemoteView
          remote={stats.remote}
          // Without the permission the 403 screen comes; anything else that is refused is the filter.
          refused={
            stats.remote.problem?.status === 403 ? undefined : (
              <ErrorState title={texts.refusedTitle}>{texts.refused}</ErrorState>
            )
          }
        >
          {({ list }) => (
            <>
              <ProblemLine polite unanswered>
                {stats.shown !== filter && texts.notLoaded(filterText(filter), filterText(stats.shown))}
              </ProblemLine>
              <Results
                list={list}
                previous={stats.previous}
                applied={filterText(stats.shown)}
                busy={stats.remote.busy}
                query={query}
                onChange={change}
              />
            </>
          )}
        </RemoteView>
      )}
    </div>
  );
}

/** On a phone the figures come first: the fields are there for who unfolds them. */
function CollapsibleFilter({ summary, children }: { summary: string; children: ReactNode }) {
  if (!useMedia(PHONE)) return <div className="no-print">{children}</div>;
  return (
    <details className={classNames(styles.collapsible, 'no-print')}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}

/** What is asked for lives in the address: it can be kept, sent, and gone back to. */
function useStatsQuery(today: string) {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readSearchParams(params, today), [params, today]);
  const change = (next: Partial<StatsQuery>) => {
    // Going back leads to the filter before, not through each way of looking at the same figures.
    setParams(writeSearchParams({ ...query, ...next }), { replace: next.filter === undefined });
  };
  return { query, change };
}

const EVERYBODY: TreeOption = { id: ALL_PROMOTERS, name: texts.all };

/** Whom the filter can be set to, «показать всех» first; somebody whom the list does not know keeps a place in it. */
function usePromoterOptions(chosen: number) {
  const { value, problem, busy, reload } = useRemote(listPromoters, {});
  const options = useMemo(() => {
    const known = value?.list ?? [];
    const isKnown = chosen === ALL_PROMOTERS || known.some(({ id }) => id === chosen);
    const unknown = isKnown ? [] : [{ id: chosen, name: texts.unknownPromoter(chosen) }];
    return [EVERYBODY, ...unknown, ...known];
  }, [value, chosen]);
  return {
    promoters: {
      options,
      busy: busy && !value,
      problem: problem && !value ? texts.promotersFailed : undefined,
      onRetry: () => void reload(),
    },
    nameOf(id: number) {
      if (id === ALL_PROMOTERS) return texts.everybody;
      return options.find(option => option.id === id)?.name ?? texts.unknownPromoter(id);
    },
  };
}
