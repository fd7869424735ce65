import { inArray, sql } from 'drizzle-orm';
import type { endpoints } from '#contract/endpoints.ts';
import { REFUSALS_MAX } from '#contract/users.ts';
import { DAY_MS } from '#kit/clock.ts';
import type { Queryable } from '../db/database.ts';

type Refusals = { calls: number; policy_id: number | null; paused: number };

/** The calls that the dashboard makes each time it is opened. */
const DASHBOARD_CALLS: readonly (keyof typeof endpoints)[] = [
  'listPayouts',
  'findReports',
  'searchUsers',
  'readRefusals',
];

/** How many lines of the audit are read at most; at this number the answer is REFUSALS_MAX. */
const READ_MAX = 10 * REFUSALS_MAX;

/**
 * The calls that policies forbade within the day before `now`, the policy of the newest, and the locks of sign-in at that moment.
 * A call of the dashboard counts once for each user, so that looking at the count does not make it grow.
 * The indexes audit_log_denied and login_attempts_locked are made for it.
 */
export async function readRefusalsBefore(on: Queryable, now: number): Promise<Refusals> {
  const since = new Date(now - DAY_MS).toISOString();
  const denied = sql`from audit_log where action = 'policy_deny' and at >= ${since}::timestamptz`;
  const isOfDashboard = inArray(sql`after ->> 'call'`, [...DASHBOARD_CALLS]);
  const countedAs = sql`case when ${isOfDashboard} then concat(after ->> 'call', ' ', actor_id) else id::text end`;
  const found = sql<Refusals>`json_build_object(
    'calls', (
      select case when count(*) = ${READ_MAX} then ${REFUSALS_MAX} else least(count(distinct counted_as), ${REFUSALS_MAX}) end
      from (select ${countedAs} as counted_as ${denied} limit ${READ_MAX}) as counted),
    'policy_id', (select entity_id ${denied} order by at desc limit 1),
    'paused', (select count(*) from login_attempts where locked_until > ${new Date(now).toISOString()}::timestamptz))`;
  const [answer] = await on.select({ found }).from(sql`(values (1)) as one`);
  if (!answer) throw new Error('a statement without tables had no row');
  return answer.found;
}
