import type { Problem } from '#api/problem.ts';
import { listPayouts } from '#contract/moderation.ts';
import { findReports } from '#contract/reports.ts';
import { REFUSALS_MAX, readRefusals, searchUsers } from '#contract/users.ts';
import { paths } from '#domain/paths.ts';
import { periodOf } from '#domain/period.ts';
import { toWallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { texts } from './texts.ts';

/** One kind of work, and where it is done. `waits` says how much; null: nothing waits; undefined: not told yet. */
export type Part = {
  name: string;
  none: string;
  to: string;
  waits: string | null | undefined;
  remote: Remote<unknown>;
};

const OWED = { page: 1, search: '', state: 'owed', sortBy: 'owed', sortOrder: 'desc' } as const;
const OPEN = {
  page: 1,
  promoterId: null,
  search: '',
  state: 'open',
  sortBy: 'id',
  sortOrder: 'desc',
} as const;
const BLOCKED = { page: 1, search: '', role: '', state: 'blocked', sortBy: 'id', sortOrder: 'asc' } as const;

/**
 * What waits for this user, each part only with its permission. What a backend does not know, or its policies forbid, is left
 * out. The screen that a line leads to begins with the same call: its answer is there already.
 */
export function useWaiting({ edit_promoters, edit_users }: Readonly<Record<string, boolean>>): Part[] {
  const { now, config } = useDevice();
  const month = periodOf('thisMonth', toWallClock(now(), config.zone).slice(0, 10));
  const payouts = useRemote(listPayouts, edit_promoters ? { ...OWED, ...month } : null);
  const reports = useRemote(findReports, edit_promoters ? OPEN : null);
  const accounts = useRemote(searchUsers, edit_users ? BLOCKED : null);
  const refusals = useRemote(readRefusals, edit_users ? {} : null);
  const ofModerator = [
    partOf(payouts, texts.owed, paths.moderation, ({ totals: { promoters, owed } }) =>
      owed.count > 0 ? texts.owed.some(promoters, owed) : null,
    ),
    partOf(reports, texts.reports, `${paths.moderationReports}?state=open`, ({ totals: { open } }) =>
      open > 0 ? texts.reports.some(open) : null,
    ),
  ];
  const ofAdministrator = [
    partOf(refusals, texts.refused, policyPath(refusals.value?.policy_id), ({ calls, enforced }) =>
      calls > 0 ? texts.refused.some(calls, { enforced, isMore: calls >= REFUSALS_MAX }) : null,
    ),
    partOf(accounts, texts.blocked, `${paths.users}?state=blocked`, ({ total }) =>
      total > 0 ? texts.blocked.some(total) : null,
    ),
    partOf(refusals, texts.paused, paths.users, ({ paused }) =>
      paused > 0 ? texts.paused.some(paused) : null,
    ),
  ];
  const parts = [...(edit_promoters ? ofModerator : []), ...(edit_users ? ofAdministrator : [])];
  return parts.filter(({ remote: { problem } }) => !problem || !isUnknown(problem));
}

/** The policy that refused last, or all of them. */
function policyPath(id: number | null | undefined): string {
  return id ? `${paths.abac}?policy=${id}` : paths.abac;
}

function partOf<Value>(
  remote: Remote<Value>,
  { name, none }: Pick<Part, 'name' | 'none'>,
  to: string,
  describe: (value: Value) => string | null,
): Part {
  return { name, none, to, remote, waits: remote.value && describe(remote.value) };
}

/** Our server has none of these refusals for who has the permission; another one answers an unknown call with a page, too. */
function isUnknown({ kind, status }: Problem): boolean {
  return kind === 'refused' || status === 404;
}
