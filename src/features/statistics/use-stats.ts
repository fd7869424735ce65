import { useEffect, useRef } from 'react';
import { isAnswered } from '#api/problem.ts';
import { readStats, type StatsRow } from '#contract/moderation.ts';
import { useDevice } from '#state/device-context.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { type Filter, filterErrors, isSameFilter } from './filter.ts';
import { periodBefore } from './period.ts';

type Rows = { list: readonly StatsRow[] };

export type Stats = ReturnType<typeof useStats>;

/** The figures of a filter and of as many days before it. A filter that is refused at its fields is not asked for. */
export function useStats(filter: Filter, today: string) {
  const isValid = Object.keys(filterErrors(filter, today)).length === 0;
  const remote: Remote<Rows> = useRemote(readStats, isValid ? filter : null);
  const earlier = useLastAnswer(filter, remote);
  const isUnanswered = remote.value === undefined && remote.problem !== null && !isAnswered(remote.problem);
  const isOfEarlierFilter = isUnanswered && earlier !== null;
  const shown = isOfEarlierFilter ? earlier.filter : filter;
  const period = isValid ? periodBefore(shown) : null;
  const previousRemote = useRemote(readStats, period && { promoterId: shown.promoterId, ...period });
  return {
    remote: isOfEarlierFilter ? { ...remote, value: earlier.value, when: earlier.when } : remote,
    /** What the figures of `remote` answer: an earlier filter while nobody answers the one that is asked for. */
    shown,
    /** The period to compare with, and its figures; null while the filter is open at an end. */
    previous: period && { period, remote: previousRemote },
  };
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
