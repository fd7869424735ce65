/**
 * A process is killed with SIGKILL at every point between a statement and the answer. The other process is asked the
 * same again, as every client does: the deed is there once, and told in the same words from then on.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { type BuiltServer, buildServer } from '#tests/support/built-server.ts';
import { type Called, post, postForm } from '#tests/support/calls.ts';
import { type Asking, type Deed, deedsOn, openStage, type Stage } from '#tests/support/deeds.ts';
import {
  type FirmOnPostgres,
  type Office,
  openOffice,
  plantOnPostgres,
} from '#tests/support/firm-on-postgres.ts';
import {
  askAndKill,
  bury,
  type Fate,
  keepVictims,
  type Point,
  type Victims,
} from '#tests/support/victims.ts';

/** One is asked, and on two cores two more can start meanwhile. */
const WAITING = 3;

let built: BuiltServer;
let firm: FirmOnPostgres;
let survivor: Office;
let victims: Victims;
let stage: Stage;
let deeds: Map<string, Deed>;
beforeAll(async () => {
  [built, firm] = await Promise.all([buildServer(), plantOnPostgres()]);
  survivor = await openOffice(firm.url, built.program);
  victims = keepVictims(firm.url, built, WAITING);
  stage = await openStage(firm, survivor);
  deeds = new Map(deedsOn(stage).map(deed => [deed.name, deed]));
});
afterAll(async () => {
  await victims?.close();
  await survivor?.process.remove();
  await firm?.drop();
  built?.remove();
});

function deedOf(name: string): Deed {
  const deed = deeds.get(name);
  if (!deed) throw new Error(`nobody knows how to do ${name}`);
  return deed;
}

const ask = ({ sent: { path, headers, body } }: Asking): Promise<Called> =>
  body instanceof URLSearchParams
    ? postForm(survivor, path, Object.fromEntries(body), headers)
    : post(survivor, path, body, headers);

/** Kills one process there and asks the other one. */
async function play(deed: Deed, point: Point): Promise<Fate> {
  const asking = await deed.prepare();
  const victim = await victims.take();
  const fate = await askAndKill(victim, asking.sent, point);
  const first = await ask(asking);
  await bury(victim);
  const context = () =>
    `${deed.name}, killed ${JSON.stringify(point)}: ${JSON.stringify(fate.statements.at(-1))}`;
  expect(first.status, context()).toBe(200);
  if (deed.isKeyed) {
    const told = first.headers.get('idempotency-status') ?? 'nothing';
    expect(wordsAfter(fate, point), context()).toContain(told);
  }
  for (let repeat = 0; repeat < 2; repeat++) {
    const again = await ask(asking);
    expect(asking.tell(again), context()).toBe(asking.tell(first));
  }
  await asking.prove(first);
  return fate;
}

/** What the first answer of the other process may say of itself. */
function wordsAfter({ statements }: Fate, point: Point): string[] {
  const isCommitted = statements.some(({ words, reached }) => words === 'commit' && reached);
  if (point !== 'answering' && point.moment === 'during') return ['stored', 'replayed'];
  return [isCommitted ? 'replayed' : 'stored'];
}

/** Every statement, before it and after it, until the request gets through; then in the middle of the answer. */
async function sweep(deed: Deed): Promise<Fate[]> {
  const fates: Fate[] = [];
  for (let at = 0; ; at++) {
    const before = await play(deed, { at, moment: 'before' });
    if (before.isWhole) break;
    fates.push(before, await play(deed, { at, moment: 'after' }));
  }
  const last = fates.at(-1)?.statements.length ?? 0;
  // The commit is on its way, and nobody knows whether it comes first or the repeat does.
  fates.push(await play(deed, { at: last - 1, moment: 'during' }), await play(deed, 'answering'));
  return fates;
}

it.each(['a contact', 'an order', 'a report', 'a payment', 'a refresh'])(
  '%s is there once, wherever the process was killed',
  async name => {
    const deed = deedOf(name);
    const fates = await sweep(deed);
    const words = fates.at(-1)?.statements.map(each => each.words) ?? [];
    process.stdout.write(`\n${name}: ${words.length} statements, killed at ${fates.length} points\n`);
    expect(words.at(-1)).toBe('commit');
    expect(words.length).toBeGreaterThanOrEqual(deed.fewestStatements);
    expect(fates.filter(({ isWhole }) => isWhole)).toEqual([]);
    await expectNothingHeld(fates);
  },
  600_000,
);

/** Until PostgreSQL ends a transaction in which nobody speaks (5 s), and once more for a busy machine. */
const FREED_WITHIN_MS = 20_000;

// They wait for PostgreSQL's patience to end: both at the same time.
it.concurrent.each(['an order', 'a refresh'])(
  '%s that a machine without power holds is answered 409 and soon free',
  async name => {
    const deed = deedOf(name);
    const asking = await deed.prepare();
    const victim = await victims.take();
    // Its row is made and not committed, and nobody tells PostgreSQL that the other end is gone.
    const nearlyDone = { at: deed.fewestStatements - 1, moment: 'before', isSilent: true } as const;
    expect((await askAndKill(victim, asking.sent, nearlyDone)).isWhole).toBe(false);
    const statuses: number[] = [];
    let answer = await ask(asking);
    for (const deadline = Date.now() + FREED_WITHIN_MS; answer.status === 409; answer = await ask(asking)) {
      statuses.push(answer.status);
      expect(answer.headers.get('retry-after')).toBe('1');
      if (Date.now() > deadline) break;
    }
    expect([answer.status, statuses.length > 0]).toEqual([200, true]);
    await asking.prove(answer);
    await bury(victim);
  },
);

it('the logins of those who asked live on', async () => {
  for (const session of [stage.promoter, stage.moderator]) {
    expect((await post(survivor, getUser.path, {}, session)).status).toBe(200);
  }
});

/** PostgreSQL ends what nobody speaks in after five seconds; what ends with its process is gone before that. */
const WELL_BEFORE_MS = 3000;

/** No transaction of the dead is open. */
async function expectNothingHeld(fates: readonly Fate[]): Promise<void> {
  const ports = fates.flatMap(fate => fate.ports);
  const held = sql`datname = current_database() and xact_start is not null and client_port in ${ports}`;
  const count = () => firm.db.$count(sql`pg_stat_activity`, held);
  await expect.poll(count, { timeout: WELL_BEFORE_MS }).toBe(0);
}
