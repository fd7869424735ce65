import { sql } from 'drizzle-orm';
import { REFUSALS_MAX } from '#contract/users.ts';
import { DAY_MS } from '#kit/clock.ts';
import type { Queryable } from '../db/database.ts';

type Refusals = { calls: number; policy_id: number | null; paused: number };

/**
 * The calls that policies forbade within the day before `now`, the policy of the newest, and what may not sign in at that moment.
 * The indexes audit_log_denied and login_attempts_locked are made for it.
 */
export async function readRefusalsBefore(on: Queryable, now: number): Promise<Refusals> {
  const since = new Date(now - DAY_MS).toISOString();
  const denied = sql`from audit_log where action = 'policy_deny' and at >= ${since}::timestamptz`;
  const found = sql<Refusals>`json_build_object(
    'calls', (select count(*) from (select 1 ${denied} limit ${REFUSALS_MAX}) as counted),
    'policy_id', (select entity_id ${denied} order by at desc limit 1),
    'paused', (select count(*) from login_attempts where locked_until > ${new Date(now).toISOString()}::timestamptz))`;
  const [answer] = await on.select({ found }).from(sql`(values (1)) as one`);
  if (!answer) throw new Error('a statement without tables had no row');
  return answer.found;
}
