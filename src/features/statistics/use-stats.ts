import { useEffect, useRef } from 'react';
import { isAnswered } from '#api/problem.ts';
import { readStats, readStatsDays, type StatsRow } from '#contract/moderation.ts';
import { useDevice } from '#state/device-context.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { type Filter, filterErrors, isSameFilter } from './filter.ts';
import { periodBefore } from './period.ts';

type Rows = { list: readonly StatsRow[] };

export type Stats = ReturnType<typeof useStats>;

/**
 * The figures of a filter, of the period before it, and by day. While they are on their way, or nobody answers, these are the
 * figures of the filter before. A filter that is refused at its fields is not asked for.
 */
export function useStats(filter: Filter, today: string) {
  const isValid = Object.keys(filterErrors(filter, today)).length === 0;
  const remote: Remote<Rows> = useRemote(readStats, isValid ? filter : null);
  const earlier = useLastAnswer(filter, remote);
  const { value, problem } = remote;
  const isUnanswered = problem !== null && !isAnswered(problem);
  const isOfEarlierFilter = value === undefined && earlier !== null && (problem === null || isUnanswered);
  const shown = isOfEarlierFilter ? earlier.filter : filter;
  const isShown = !isOfEarlierFilter;
  const asked = isValid ? filter : null;
  const previous = usePrevious(asked, today);
  const days = useRemote(readStatsDays, asked);
  const reload = async () => {
    await Promise.all([remote, previous?.remote, asked && days].map(each => each?.reload()));
  };
  return {
    remote: isOfEarlierFilter
      ? { ...remote, value: earlier.value, when: earlier.when, reload }
      : { ...remote, reload },
    /** What the figures of `remote` answer. */
    shown,
    /** Nobody answers what is asked for. */
    isMissing: isOfEarlierFilter && isUnanswered,
    /** What is asked for is on its way. */
    isAwaited: isOfEarlierFilter && !isUnanswered,
    /** The period to compare with, and its figures; null while nobody said where the filter begins. */
    previous: useKept(previous, isShown),
    days: useKept(days, isShown),
  };
}

function usePrevious(filter: Filter | null, today: string) {
  const period = filter && periodBefore(filter, today);
  const remote = useRemote(readStats, period && { promoterId: filter.promoterId, ...period });
  return period && { period, remote };
}

/** What belongs to the figures that are shown: as it was, while those of another filter are on their way. */
function useKept<Value>(value: Value, isShown: boolean): Value {
  const kept = useRef(value);
  useEffect(() => {
    if (isShown) kept.current = value;
  }, [value, isShown]);
  return isShown ? value : kept.current;
}

type LastAnswer = { owner: string; filter: Filter; value: Rows; when: string };

/** The last figures that came for whoever works here, with the filter that they answer; null if it is this one. */
function useLastAnswer(filter: Filter, { value, when }: Remote<Rows>) {
  const { session } = useDevice();
  const who = session.lastOwner();
  const owner = who ? ownerKeyOf(who) : '';
  const last = useRef<LastAnswer | null>(null);
  useEffect(() => {
    if (value) last.current = { owner, filter, value, when };
  }, [owner, filter, value, when]);
  return last.current?.owner === owner && !isSameFilter(last.current.filter, filter) ? last.current : null;
}
