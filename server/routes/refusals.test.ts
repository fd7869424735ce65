import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findReports } from '#contract/reports.ts';
import { REFUSALS_MAX } from '#contract/users.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import { get } from '#tests/support/calls.ts';
import { deny, policiesOf, seedPolicies } from '#tests/support/policy-book.ts';
import { createTestServer, serverForEach } from '#tests/support/server.ts';
import { countLogin } from '../auth/login-limits.ts';
import { readRefusalsBefore } from '../commands/refusals.ts';
import type { Queryable } from '../db/database.ts';
import { loginAttempts } from '../db/schema.ts';

const server = serverForEach();

const PATH = '/api/users/refusals';
const read = async () => (await get(server, PATH, await server.signIn(server.users.admin))).body;

/** Lines of the audit, the newest last; the newest is of policy 7. */
async function writeDown(action: string, times: number, agoMs: number): Promise<void> {
  await server.db.execute(sql`
    insert into audit_log (at, actor_id, action, entity, entity_id)
    select ${new Date(server.clock() - agoMs).toISOString()}::timestamptz - n * interval '1 ms', 1, ${action}, 'policy', 7 + n
    from generate_series(0, ${times - 1}) as n`);
}

describe('what was refused', () => {
  it('is nothing at first', async () => {
    expect(await read()).toEqual({ calls: 0, policy_id: null, enforced: false, paused: 0 });
  });

  it('are the calls that policies forbade within a day, with the policy of the newest', async () => {
    await writeDown('policy_deny', 3, HOUR_MS);
    await writeDown('policy_deny', 2, 25 * HOUR_MS);
    await writeDown('policy_allow', 5, HOUR_MS);
    expect(await read()).toMatchObject({ calls: 3, policy_id: 7 });
    await writeDown('policy_deny', REFUSALS_MAX, HOUR_MS);
    expect(await read()).toMatchObject({ calls: REFUSALS_MAX });
  });

  it('are counted once for each user where the dashboard made them, enforced or not, so that looking adds nothing', async () => {
    const watching = await createTestServer({ config: { enforce: 'log' } });
    await seedPolicies(watching, policiesOf({ rules: [deny()] }));
    const [admin, moderator] = [
      await watching.signIn(watching.users.admin),
      await watching.signIn(watching.users.moderator),
    ];
    for (const path of ['/api/user/list', '/api/user/list', findReports.path, findReports.path]) {
      expect((await get(watching, path, moderator)).status).toBe(200);
    }
    const look = async () => (await get(watching, PATH, admin)).body.calls;
    expect([await look(), await look()]).toEqual([4, 4]);
    await watching.close();
  });

  it('is a sign-in after wrong passwords, until it may be tried again', async () => {
    const attempt = { email: 'anna@test.example', ip: '10.2.0.1', device: undefined };
    for (let at = 0; at < 5; at += 1) await countLogin(server.db, attempt, server.clock());
    expect(await read()).toMatchObject({ paused: 1 });
    expect(await readRefusalsBefore(server.db, server.clock() + MINUTE_MS - SECOND_MS)).toMatchObject({
      paused: 1,
    });
    expect(await readRefusalsBefore(server.db, server.clock() + MINUTE_MS)).toMatchObject({ paused: 0 });
  });

  it.each(['promoter', 'moderator'] as const)('is nothing that a %s may read', async who => {
    expect((await get(server, PATH, await server.signIn(server.users[who]))).status).toBe(403);
    expect((await get(server, PATH)).status).toBe(401);
  });
});

it('neither the log nor the attempts are gone through, on tables that were never analysed', async () => {
  await writeDown('login_as', 20_000, HOUR_MS);
  await writeDown('policy_deny', 2_000, 25 * HOUR_MS);
  await writeDown('policy_deny', 20, HOUR_MS);
  const free = Array.from({ length: 5_000 }, (_, at) => ({
    ...{ key_hash: String(at), failures: 1, window_start: new Date(server.clock()) },
    locked_until: at < 3 ? new Date(server.clock() + MINUTE_MS) : null,
  }));
  await server.db.insert(loginAttempts).values(free);
  await server.db.transaction(async tx => {
    const before = await scans(tx);
    expect(await readRefusalsBefore(tx, server.clock())).toEqual({ calls: 20, policy_id: 7, paused: 3 });
    expect(await scans(tx)).toEqual(before);
  });
});

/** How often each table was gone through in this transaction. */
async function scans(on: Queryable): Promise<unknown> {
  // Both drivers answer with `rows`.
  const { rows } = (await on.execute(sql`
    select relname, seq_scan::int from pg_stat_xact_user_tables
    where relname in ('audit_log', 'login_attempts') and schemaname = current_schema() order by relname`)) as unknown as {
    rows: unknown[];
  };
  return rows;
}
