/**
 * A process is killed with SIGKILL at every point between a statement and the answer. The other process is asked the
 * same again, as every client does: the change is there once, and told in the same words from then on.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { type BuiltServer, buildServer } from '#tests/support/built-server.ts';
import { type Called, post, postForm } from '#tests/support/calls.ts';
import {
  type FirmOnPostgres,
  type Office,
  openOffice,
  plantOnPostgres,
} from '#tests/support/firm-on-postgres.ts';
import { type Attempt, type Callers, type Change, changesBy, signInCallers } from './changes.ts';
import {
  askAndKill,
  type KillableServers,
  type KillPoint,
  type Outcome,
  removeServer,
  startKillable,
} from './killable-servers.ts';

/** One is asked, and on two cores two more can start meanwhile. */
const WAITING = 3;

let built: BuiltServer;
let firm: FirmOnPostgres;
let survivor: Office;
let servers: KillableServers;
let callers: Callers;
let changes: Map<string, Change>;
beforeAll(async () => {
  [built, firm] = await Promise.all([buildServer(), plantOnPostgres()]);
  survivor = await openOffice(firm.url, built.program);
  servers = startKillable(firm.url, built, WAITING);
  callers = await signInCallers(firm, survivor);
  changes = new Map(changesBy(callers).map(change => [change.name, change]));
});
afterAll(async () => {
  await servers?.close();
  await survivor?.process.remove();
  await firm?.drop();
  built?.remove();
});

function changeOf(name: string): Change {
  const change = changes.get(name);
  if (!change) throw new Error(`nobody knows how to do ${name}`);
  return change;
}

const ask = ({ sent: { path, headers, body } }: Attempt): Promise<Called> =>
  body instanceof URLSearchParams
    ? postForm(survivor, path, Object.fromEntries(body), headers)
    : post(survivor, path, body, headers);

/** Kills one process there and asks the other one. */
async function play(change: Change, point: KillPoint): Promise<Outcome> {
  const attempt = await change.prepare();
  const server = await servers.take();
  const outcome = await askAndKill(server, attempt.sent, point);
  const first = await ask(attempt);
  await removeServer(server);
  const context = () =>
    `${change.name}, killed ${JSON.stringify(point)}: ${JSON.stringify(outcome.statements.at(-1))}`;
  expect(first.status, context()).toBe(200);
  if (change.isKeyed) {
    const told = first.headers.get('idempotency-status') ?? 'nothing';
    expect(wordsAfter(outcome, point), context()).toContain(told);
  }
  for (let repeat = 0; repeat < 2; repeat++) {
    const again = await ask(attempt);
    expect(attempt.same(again), context()).toBe(attempt.same(first));
  }
  await attempt.expectOnce(first);
  return outcome;
}

/** What the first answer of the other process may say of itself. */
function wordsAfter({ statements }: Outcome, point: KillPoint): string[] {
  const isCommitted = statements.some(({ words, reached }) => words === 'commit' && reached);
  if (point !== 'answering' && point.moment === 'during') return ['stored', 'replayed'];
  return [isCommitted ? 'replayed' : 'stored'];
}

/** Every statement, before it and after it, until the request gets through; then in the middle of the answer. */
async function sweep(change: Change): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; ; at++) {
    const before = await play(change, { at, moment: 'before' });
    if (before.isWhole) break;
    outcomes.push(before, await play(change, { at, moment: 'after' }));
  }
  const last = outcomes.at(-1)?.statements.length ?? 0;
  // The commit is on its way, and nobody knows whether it comes first or the repeat does.
  outcomes.push(await play(change, { at: last - 1, moment: 'during' }), await play(change, 'answering'));
  return outcomes;
}

it.each(['a contact', 'an order', 'a report', 'a payment', 'a refresh'])(
  '%s is there once, wherever the process was killed',
  async name => {
    const change = changeOf(name);
    const outcomes = await sweep(change);
    const words = outcomes.at(-1)?.statements.map(each => each.words) ?? [];
    process.stdout.write(`\n${name}: ${words.length} statements, killed at ${outcomes.length} points\n`);
    expect(words.at(-1)).toBe('commit');
    expect(words.length).toBeGreaterThanOrEqual(change.fewestStatements);
    expect(outcomes.filter(({ isWhole }) => isWhole)).toEqual([]);
    await expectNothingHeld(outcomes);
  },
  600_000,
);

/** Until PostgreSQL ends a transaction in which nobody speaks (5 s), and once more for a busy machine. */
const FREED_WITHIN_MS = 20_000;

// They wait for PostgreSQL's patience to end: both at the same time.
it.concurrent.each(['an order', 'a refresh'])(
  '%s that a machine without power holds is answered 409 and soon free',
  async name => {
    const change = changeOf(name);
    const attempt = await change.prepare();
    const server = await servers.take();
    // Its row is made and not committed, and nobody tells PostgreSQL that the other end is gone.
    const nearlyDone = { at: change.fewestStatements - 1, moment: 'before', isSilent: true } as const;
    expect((await askAndKill(server, attempt.sent, nearlyDone)).isWhole).toBe(false);
    const statuses: number[] = [];
    let answer = await ask(attempt);
    for (const deadline = Date.now() + FREED_WITHIN_MS; answer.status === 409; answer = await ask(attempt)) {
      statuses.push(answer.status);
      expect(answer.headers.get('retry-after')).toBe('1');
      if (Date.now() > deadline) break;
    }
    expect([answer.status, statuses.length > 0]).toEqual([200, true]);
    await attempt.expectOnce(answer);
    await removeServer(server);
  },
);

it('the logins of those who asked live on', async () => {
  for (const session of [callers.promoter, callers.moderator]) {
    expect((await post(survivor, getUser.path, {}, session)).status).toBe(200);
  }
});

/** PostgreSQL ends what nobody speaks in after five seconds; what ends with its process is gone before that. */
const WELL_BEFORE_MS = 3000;

/** No transaction of the dead is open. */
async function expectNothingHeld(outcomes: readonly Outcome[]): Promise<void> {
  const ports = outcomes.flatMap(outcome => outcome.ports);
  const held = sql`datname = current_database() and xact_start is not null and client_port in ${ports}`;
  const count = () => firm.db.$count(sql`pg_stat_activity`, held);
  await expect.poll(count, { timeout: WELL_BEFORE_MS }).toBe(0);
}
