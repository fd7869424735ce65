import { useMemo } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ALL_PROMOTERS, listPromoters } from '#contract/moderation.ts';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { FreshLine, RemoteFailure, RemoteView } from '#ui/remote/remote-view.tsx';
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
  SHOWN,
  type StatsQuery,
  writeSearchParams,
} from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { Foldable, ON_PHONE } from './foldable.tsx';
import type { Preset } from './period.ts';
import { Results } from './results.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { type LastPeriod, useLastPeriod } from './use-last-period.ts';
import { useStats } from './use-stats.ts';

/** What promoters have brought: figures by promoter and period, compared with the period before. */
export function StatisticsScreen() {
  const { now, config } = useDevice();
  const today = toWallClock(now(), config.zone).slice(0, 10);
  const { entry, remember } = useLastPeriod(today);
  return entry ? <Navigate to={entry} replace /> : <Statistics today={today} onPeriod={remember} />;
}

type StatisticsProps = { today: string; onPeriod: (period: LastPeriod) => void };

function Statistics({ today, onPeriod }: StatisticsProps) {
  const { query, change } = useStatsQuery(today);
  const { filter } = query;
  const { promoters, nameOf } = usePromoterOptions(filter.promoterId);
  const stats = useStats(filter, today);
  const blocked = blockedBecause(useBlockedReason());
  const isPhone = useMedia(PHONE);
  const filterText = ({ promoterId, ...period }: Filter) => texts.applied(nameOf(promoterId), period);
  const applyFilter = (next: Filter, preset?: Preset) => {
    if (isSameFilter(next, filter)) void stats.remote.reload();
    else change({ filter: next });
    onPeriod(preset ?? { dateFrom: next.dateFrom, dateTo: next.dateTo });
  };
  const reset = () => {
    if (isSameFilter(NO_FILTER, filter)) void stats.remote.reload();
    change({ filter: NO_FILTER, sort: DEFAULT_SORT, idle: false, show: SHOWN[0] });
    onPeriod('always');
  };
  const isRefused = Object.keys(filterErrors(filter, today)).length > 0;
  // Why it is no newer is told above the figures, how new it is below them.
  const isFreshBelow = stats.remote.problem === null && !isPhone;
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.title}</PageTitle>
      <div className="no-print">
        <Foldable when={ON_PHONE} summary={<span>{`${texts.selection}: ${filterText(filter)}`}</span>}>
          <FilterForm
            today={today}
            promoters={promoters}
            blocked={blocked}
            applied={filter}
            onApply={applyFilter}
            onReset={reset}
          />
        </Foldable>
      </div>
      <ProblemLine polite>{query.hasInvalidParams && texts.invalidParams}</ProblemLine>
      {isRefused ? (
        <p>{texts.fixDates}</p>
      ) : (
        <RemoteView
          remote={stats.remote}
          freshElsewhere={isFreshBelow}
          // Without the permission the 403 screen comes; a 422 is the filter.
          refused={
            stats.remote.problem?.status === 422 && (
              <RemoteFailure
                remote={stats.remote}
                problem={stats.remote.problem}
                title={texts.refusedTitle}
              />
            )
          }
        >
          {({ list }) => (
            <>
              <ProblemLine polite unanswered>
                {stats.isMissing && texts.notLoaded(filterText(filter), filterText(stats.shown))}
              </ProblemLine>
              <Results
                list={list}
                stats={stats}
                applied={filterText(stats.shown)}
                today={today}
                query={query}
                onChange={change}
              />
              {isFreshBelow && <FreshLine remote={stats.remote} />}
            </>
          )}
        </RemoteView>
      )}
    </div>
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
      failure: problem && !value ? describeFailure(problem, texts.promotersFailed) : null,
      onRetry: () => void reload(),
    },
    nameOf(id: number) {
      if (id === ALL_PROMOTERS) return texts.everybody;
      return options.find(option => option.id === id)?.name ?? texts.unknownPromoter(id);
    },
  };
}
