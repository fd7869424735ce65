/**
 * A process is killed with SIGKILL at every point between a statement and the answer. The other process is asked the
 * same again, as every client does: the change is there once, and told in the same words from then on.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { type BuiltServer, buildServer } from '#tests/support/built-server.ts';
import { type Called, post, postForm } from '#tests/support/calls.ts';
import {
  type FirmOnPostgres,
  type ServerInstance,
  seedOnPostgres,
  startInstance,
} from '#tests/support/firm-on-postgres.ts';
import { type Attempt, type Callers, type Change, changesBy, type Sent, signInCallers } from './changes.ts';
import { type Moment, type PostgresProxy, postgresProxy } from './postgres-proxy.ts';

/** One is asked, and on two cores two more can start meanwhile. */
const WAITING = 3;

let built: BuiltServer;
let firm: FirmOnPostgres;
let survivor: ServerInstance;
let servers: ReturnType<typeof startKillable>;
let callers: Callers;
let changes: Map<string, Change>;
beforeAll(async () => {
  [built, firm] = await Promise.all([buildServer(), seedOnPostgres()]);
  survivor = await startInstance(firm.url, built.program);
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

const changeOf = (name: string) => changes.get(name) ?? expect.fail(`nobody knows how to do ${name}`);

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
    const received = first.headers.get('idempotency-status') ?? 'nothing';
    expect(wordsAfter(change, outcome, point), context()).toContain(received);
  }
  for (let repeat = 0; repeat < 2; repeat++) {
    const again = await ask(attempt);
    expect(attempt.same(again), context()).toBe(attempt.same(first));
  }
  await attempt.expectOnce(first);
  return outcome;
}

/** What the first answer of the other process may say of itself. */
function wordsAfter(change: Change, { statements }: Outcome, point: KillPoint): string[] {
  const isCommitted = statements.some(({ words, reached }) => reached && change.isCommitted.test(words));
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
  // What makes it last is on its way, and nobody knows whether it comes first or the repeat does.
  outcomes.push(await play(change, { at: last - 1, moment: 'during' }), await play(change, 'answering'));
  return outcomes;
}

it.each(['a contact', 'an order', 'a report', 'a payment', 'a payday', 'a payday taken back', 'a refresh'])(
  '%s is there once, wherever the process was killed',
  async name => {
    const change = changeOf(name);
    const outcomes = await sweep(change);
    const words = outcomes.at(-1)?.statements.map(each => each.words) ?? [];
    process.stdout.write(`\n${name}: ${words.length} statements, killed at ${outcomes.length} points\n`);
    expect(words.at(-1)).toMatch(change.isCommitted);
    expect(words.filter(each => change.isCommitted.test(each))).toHaveLength(1);
    expect(words.length).toBeGreaterThanOrEqual(change.fewestStatements);
    expect(outcomes.filter(({ isWhole }) => isWhole)).toEqual([]);
    await expectNothingHeld(outcomes);
  },
  600_000,
);

/** Until PostgreSQL ends a transaction in which nobody speaks (5 s), and once more for a busy machine. */
const FREED_WITHIN_MS = 20_000;

// They wait for PostgreSQL's patience to end: both at the same time.
// An order or a contact is one statement: nobody holds it half done.
it.concurrent.each(['a report', 'a refresh'])(
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
  const backends = outcomes.flatMap(outcome => outcome.backends);
  const held = sql`datname = current_database() and xact_start is not null and pid in ${backends}`;
  const count = () => firm.db.$count(sql`pg_stat_activity`, held);
  await expect.poll(count, { timeout: WELL_BEFORE_MS }).toBe(0);
}

const PURGED_WITHIN_MS = 60_000;

const ASK_AGAIN_MS = 20;

type KillableServer = { instance: ServerInstance; proxy: PostgresProxy };

/** Keeps `waiting` of them ready on the database of that address. */
function startKillable(url: string, { program }: BuiltServer, waiting: number) {
  const next = async (): Promise<KillableServer> => {
    const proxy = await postgresProxy(url);
    const instance = await startInstance(proxy.url, program);
    await untilPurged(instance);
    return { instance, proxy };
  };
  const queue: Promise<KillableServer>[] = [];
  const start = () => {
    const starting = next();
    // Whoever takes it hears of it.
    starting.catch(() => undefined);
    queue.push(starting);
  };
  for (let at = 0; at < waiting; at++) start();
  return {
    take: async () => {
      const taken = queue.shift();
      if (!taken) throw new Error('no server is waiting');
      start();
      return taken;
    },
    /** Ends those that nobody took. */
    close: async () => {
      const left = await Promise.allSettled(queue);
      await Promise.all(
        left.map(each => (each.status === 'fulfilled' ? removeServer(each.value) : undefined)),
      );
    },
  };
}

/** What a server does by itself after its start must not be counted: the purge is the last of it. */
async function untilPurged({ process }: ServerInstance): Promise<void> {
  for (const deadline = Date.now() + PURGED_WITHIN_MS; Date.now() < deadline; await pause(ASK_AGAIN_MS)) {
    if (process.output().includes('"purge.done"')) return;
  }
  throw new Error(`The server did not say that its first purge is done:\n${process.output()}`);
}

/** Removes what is left of it. */
async function removeServer({ instance, proxy }: KillableServer): Promise<void> {
  await instance.process.remove();
  await proxy.close();
}

/** Where it is killed; `answering` is in the middle of the HTTP answer. */
type KillPoint = { at: number; moment: Moment; isSilent?: boolean } | 'answering';

/** What came of it. `isWhole`: the answer was there before it was killed. */
type Outcome = {
  isWhole: boolean;
  statements: ReturnType<PostgresProxy['statements']>;
  backends: ReturnType<PostgresProxy['backends']>;
};

/** Sends the request to the server, which dies at that point, and waits until it is dead or has answered. */
async function askAndKill(server: KillableServer, sent: Sent, point: KillPoint): Promise<Outcome> {
  const { instance, proxy } = server;
  const kill = () => instance.process.kill();
  proxy.arm(point === 'answering' ? undefined : { ...point, kill });
  const isWhole = await isAnswered(new URL(sent.path, instance.origin), sent, async () => {
    if (point === 'answering') await kill();
  });
  if (!isWhole || point === 'answering') await kill();
  return {
    isWhole: isWhole && point !== 'answering',
    statements: proxy.statements(),
    backends: proxy.backends(),
  };
}

/** Whether an answer begins; then `meet` is done, and nothing more of it is read. */
async function isAnswered(url: URL, { headers, body }: Sent, meet: () => Promise<void>): Promise<boolean> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const asked = request(url, { method: 'POST', agent: false, headers: { 'content-type': type, ...headers } });
  asked.end(isForm ? body.toString() : JSON.stringify(body));
  try {
    await once(asked, 'response');
    await meet();
    return true;
  } catch {
    // The connection broke: nobody knows whether it was done.
    return false;
  } finally {
    asked.on('error', () => undefined);
    asked.destroy();
  }
}
