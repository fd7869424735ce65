/** The same thing asked of two server processes on one database, at the same moment. */
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { payPromoter } from '#contract/payments.ts';
import { createReport } from '#contract/reports.ts';
import { getUser } from '#contract/session.ts';
import { DAY_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { purgeIdempotencyKeys } from '#server/commands/idempotency.ts';
import {
  auditLog,
  contacts,
  idempotencyKeys,
  payments,
  refreshTokens,
  reports,
  requests,
} from '#server/db/schema.ts';
import { type Answering, type Called, post, postForm, send } from '#tests/support/calls.ts';
import {
  bearer,
  login,
  type Pair,
  refresh,
  startTwoInstances,
  type TwoInstances,
  tryLogin,
} from '#tests/support/firm-on-postgres.ts';
import { CLIENT, type TestUser } from '#tests/support/fixture.ts';
import { blockUser, createUserWithRole } from '#tests/support/people.ts';
import { seedDone } from '#tests/support/reports.ts';
import { type Attempt, type Change, changesBy, type Sent, signInCallers } from './changes.ts';

type Headers = Record<string, string>;

const KEYS = 20;
const DUPLICATES = 10;
const ONCE = { statuses: [200], bodies: 1, stored: 1, replayed: DUPLICATES - 1 };
const CALLERS = 16;
const ROUNDS = 10;

let two: TwoInstances;
let user: TestUser;
let promoter: Headers;
let moderator: Headers;
let changes: Change[];
beforeAll(async () => {
  two = await startTwoInstances();
  user = two.firm.users.promoter;
  // Signed in here, and good there: nothing of a login is in a process.
  const callers = await signInCallers(two.firm, two.here);
  ({ promoter, moderator } = callers);
  changes = changesBy(callers);
});
afterAll(() => two?.close());

const both = (): Answering[] => [two.here, two.there];

/** Asks `times` times at the same moment, in turn of each of the offices. */
async function race(
  instances: readonly Answering[],
  times: number,
  ask: (instance: Answering) => Promise<Called>,
): Promise<Called[]> {
  const each = Array.from({ length: times }, (_, at) => instances[at % instances.length]);
  return Promise.all(each.flatMap(instance => (instance ? [patiently(() => ask(instance))] : [])));
}

/** As every client does where a lock was waited for too long: Retry-After says when to ask again. */
async function patiently(ask: () => Promise<Called>): Promise<Called> {
  const answer = await ask();
  if (answer.status !== 409) return answer;
  const seconds = Number(answer.headers.get('retry-after') ?? 'none');
  if (!(seconds <= 5)) throw new Error(`409 without a moment to ask again: ${answer.text}`);
  await new Promise(resolve => setTimeout(resolve, seconds * 1000));
  return patiently(ask);
}

/** How the answers differ: their statuses, their bodies, and how many did the work under a key. */
function distinguish(answers: readonly Called[]) {
  const received = (word: string) =>
    answers.filter(each => each.headers.get('idempotency-status') === word).length;
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    bodies: new Set(answers.map(({ text }) => text)).size,
    stored: received('stored'),
    replayed: received('replayed'),
  };
}

const keyed = (headers: Headers, key: string) => ({ ...headers, 'idempotency-key': key });
const some = <Made>(make: (at: number) => Made) => Array.from({ length: KEYS }, (_, at) => make(at));

const save = (instance: Answering, key: string, first_name = 'Анна') => {
  const contact = { first_name, contact_phones: [{ full_phone: '0001234567' }] };
  return post(instance, saveContact.path, contact, keyed(promoter, key));
};

async function order() {
  const { basaDistrict, basaWork } = two.firm.references;
  const { body } = await save(two.here, newId());
  const named = { contact_id: body.id, district_id: basaDistrict, work_id: basaWork };
  return { type: 'basa', street: 'Садовая', ...named };
}

describe('twenty keys, each ten times at once over two processes, are twenty changes', () => {
  const raceOnce = async ({ method = 'POST', path, headers, body }: Sent) =>
    race(both(), DUPLICATES, instance => send(instance, method, path, { headers, body }));

  it.each(['a contact', 'an order', 'a payment', 'a payday', 'a payday taken back', 'a receipt'])(
    'of %s',
    async name => {
      const change = changes.find(each => each.name === name) ?? expect.fail(name);
      const attempts: Attempt[] = [];
      for (let made = 0; made < KEYS; made++) attempts.push(await change.prepare());
      const raced = await Promise.all(attempts.map(({ sent }) => raceOnce(sent)));
      expect(raced.map(distinguish)).toEqual(some(() => ONCE));
      for (const number of ['id', 'code_number']) {
        const received = raced.flatMap(([answer]) => answer?.body[number] ?? []);
        expect([number, new Set(received).size]).toEqual([number, received.length]);
      }
      for (const [at, [answer]] of raced.entries()) await attempts[at]?.expectOnce(answer ?? expect.fail());
    },
  );

  it('of reports, also where the keys want the same requests', async () => {
    const people = await Promise.all(some(() => createUserWithRole(two.firm, 'promoter')));
    const done = await Promise.all(
      people.map(({ id }) => seedDone(two.firm, { promoterId: id, amounts: [1000, 2000] })),
    );
    const make = (promoter_id: number, key: string) =>
      raceOnce({ path: createReport.path, headers: keyed(moderator, key), body: { promoter_id } });
    // Two keys for each promoter: one of them collects the requests, the other one finds none.
    const raced = await Promise.all(
      people.map(async ({ id }) => (await Promise.all([make(id, newId()), make(id, newId())])).flat()),
    );
    const twice = { statuses: [200], bodies: 2, stored: 2, replayed: 2 * (DUPLICATES - 1) };
    expect(raced.map(distinguish)).toEqual(people.map(() => twice));
    const owners = people.map(({ id }) => id);
    const made = await two.firm.db.select().from(reports).where(inArray(reports.promoter_id, owners));
    const ids = made.map(({ id }) => id);
    const of = and(
      eq(auditLog.action, 'create'),
      eq(auditLog.entity, 'report'),
      inArray(auditLog.entity_id, ids),
    );
    expect(await two.firm.db.$count(auditLog, of)).toBe(KEYS);
    expect(ids).toHaveLength(KEYS);
    const stood = await two.firm.db.select().from(requests).where(inArray(requests.id, done.flat()));
    expect(stood.every(({ report_id }) => report_id !== null)).toBe(true);
  });

  it('of paydays, also where two keys pay one promoter: one pays, the other one finds nothing to pay', async () => {
    const { db } = two.firm;
    for (let round = 0; round < ROUNDS; round++) {
      const { id: promoter_id } = await createUserWithRole(two.firm, 'promoter');
      const done = await seedDone(two.firm, { promoterId: promoter_id, amounts: [1000, 2000] });
      const body = { promoter_id, count: 2, share: 9 };
      const pay = () => raceOnce({ path: payPromoter.path, headers: keyed(moderator, newId()), body });
      const raced = await Promise.all([pay(), pay()]);
      expect(raced.map(distinguish)).toEqual([ONCE, ONCE]);
      const made = await db.select().from(payments).where(eq(payments.promoter_id, promoter_id));
      expect(made).toMatchObject([{ count: 2, percent_kop: 900 }]);
      const outcomes = raced.map(([answer]) => answer?.body.id ?? answer?.body.found);
      expect(outcomes).toHaveLength(2);
      expect(outcomes).toEqual(expect.arrayContaining([made[0]?.id, { count: 0, share: 0, rows: [] }]));
      const of = and(
        eq(auditLog.action, 'pay'),
        eq(auditLog.entity, 'request'),
        inArray(auditLog.entity_id, done),
      );
      expect(await db.$count(auditLog, of)).toBe(done.length);
    }
  });
});

describe('a key that one process has seen', () => {
  it('has one winner where two payloads are raced under it', async () => {
    for (const key of some(newId)) {
      const [anna, inna] = await Promise.all([save(two.here, key), save(two.there, key, 'Инна')]);
      expect([anna.status, inna.status].sort()).toEqual([200, 422]);
      expect(await two.firm.db.$count(contacts, eq(contacts.client_key, key))).toBe(1);
    }
  });

  it('makes no second row after its answer was purged, raced over both', async () => {
    const body = await order();
    const ask = (instance: Answering, key: string) =>
      post(instance, sendOrder.path, body, keyed(promoter, key));
    const keys = some(newId);
    const made = await Promise.all(keys.map(key => save(two.here, key)));
    const sent = await Promise.all(keys.map(key => ask(two.there, key)));
    await purgeIdempotencyKeys(two.firm.db, Date.now() + 31 * DAY_MS);
    expect(await two.firm.db.$count(idempotencyKeys, inArray(idempotencyKeys.key, keys))).toBe(0);
    const raceOnce = async (key: string, at: number) => {
      const saved = await race(both(), DUPLICATES, instance => save(instance, key));
      const sentAgain = await race(both(), DUPLICATES, instance => ask(instance, key));
      expect([distinguish(saved), distinguish(sentAgain)]).toEqual([ONCE, ONCE]);
      expect([saved[0]?.text, sentAgain[0]?.text]).toEqual([made[at]?.text, sent[at]?.text]);
    };
    await Promise.all(keys.map(raceOnce));
    expect(await two.firm.db.$count(contacts, inArray(contacts.client_key, keys))).toBe(KEYS);
    expect(await two.firm.db.$count(requests, inArray(requests.client_key, keys))).toBe(KEYS);
  });
});

const whoAmI = async (instance: Answering, pair: Pair) =>
  (await post(instance, getUser.path, {}, bearer(pair))).status;
const whoEverywhere = (pair: Pair) => Promise.all(both().map(instance => whoAmI(instance, pair)));
const refreshEverywhere = async ({ refresh_token }: Pair) => {
  const answers = await Promise.all(both().map(instance => refresh(instance, refresh_token)));
  return answers.map(({ status, body }) => [status, body.hint]);
};
const revoke = (instance: Answering, token: string) =>
  postForm(instance, '/oauth/revoke', { ...CLIENT, token });

const ENDED = [400, 'Token has been revoked'];

/** The refresh tokens of that login with which one could go on. */
async function living({ refresh_token }: Pair): Promise<string[]> {
  const { db } = two.firm;
  const hash = hashToken(refresh_token);
  const all = await db.select().from(refreshTokens);
  const { family } = all.find(({ token_hash }) => token_hash === hash) ?? expect.fail('no such login');
  const rows = all.filter(row => row.family === family && !row.rotated_at && !row.revoked_at);
  return rows.map(row => row.token_hash);
}

/** Without `expires_in`: that is told in whole seconds from now. */
const tokensOf = ({ body }: Pick<Called, 'body'>) => `${body.access_token} ${body.refresh_token}`;

async function raceRefresh({ refresh_token }: Pair): Promise<Pair> {
  const answers = await race(both(), CALLERS, instance => refresh(instance, refresh_token));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(tokensOf)).size).toBe(1);
  return answers[0]?.body;
}

describe('a refresh token raced over two processes', () => {
  it('has one living successor that all callers get, time after time', async () => {
    let pair = await login(two.here, user);
    for (let round = 0; round < ROUNDS; round++) {
      pair = await raceRefresh(pair);
      expect(await living(pair)).toEqual([hashToken(pair.refresh_token)]);
      expect(await whoEverywhere(pair)).toEqual([200, 200]);
    }
  });

  it('leaves nothing alive where a grandparent races the living one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = await login(two.here, user);
      const { body: second } = await refresh(two.here, first.refresh_token);
      const { body: third } = await refresh(two.here, second.refresh_token);
      const [stolen, mine] = await Promise.all([
        race([two.there], 2, instance => refresh(instance, first.refresh_token)),
        race([two.here], 4, instance => refresh(instance, third.refresh_token)),
      ]);
      expect(stolen.map(({ status }) => status)).toEqual([400, 400]);
      expect(mine.every(({ status }) => status === 200 || status === 400)).toBe(true);
      await expectEnded(third, mine);
    }
  });
});

/** Whatever was handed out meanwhile is as dead as the rest. */
async function expectEnded(pair: Pair, raced: readonly Called[]): Promise<void> {
  expect(await living(pair)).toEqual([]);
  const got = raced.filter(({ status }) => status === 200).map(({ body }): Pair => body);
  for (const each of [pair, ...got]) expect(await whoEverywhere(each)).toEqual([401, 401]);
}

describe('what ends a login on one process is known to the other at once', () => {
  it('signing out, by either token', async () => {
    for (const token of ['access_token', 'refresh_token'] as const) {
      const pair = await login(two.here, user);
      expect(await whoEverywhere(pair)).toEqual([200, 200]);
      expect((await revoke(two.here, pair[token])).status).toBe(200);
      expect(await whoEverywhere(pair)).toEqual([401, 401]);
      expect(await refreshEverywhere(pair)).toEqual([ENDED, ENDED]);
    }
  });

  it('signing out while the other one refreshes: nothing that was handed out lives on', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const pair = await login(two.here, user);
      const [revoked, refreshed] = await Promise.all([
        race([two.here], 2, instance => revoke(instance, pair.access_token)),
        race([two.there, two.here], 6, instance => refresh(instance, pair.refresh_token)),
      ]);
      expect(revoked.map(({ status }) => status)).toEqual([200, 200]);
      expect(refreshed.every(({ status }) => status === 200 || status === 400)).toBe(true);
      await expectEnded(pair, refreshed);
    }
  });

  it('a block, also for what is going on', async () => {
    const leaver = await createUserWithRole(two.firm, 'promoter');
    const pair = await login(two.here, leaver);
    expect(await whoEverywhere(pair)).toEqual([200, 200]);
    await blockUser(two.firm, leaver);
    expect(await whoEverywhere(pair)).toEqual([401, 401]);
    expect(await refreshEverywhere(pair)).toEqual([ENDED, ENDED]);
    expect((await tryLogin(two.there, leaver)).status).toBe(400);
  });
});

it('wrong passwords count over both processes: guessed in parallel, five are looked at', async () => {
  const guessed = await createUserWithRole(two.firm, 'promoter');
  const answers = await race(both(), 20, instance => tryLogin(instance, guessed, 'wrong'));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
  for (const instance of both()) {
    const { status, headers } = await tryLogin(instance, guessed);
    expect([status, Number(headers.get('retry-after')) > 50]).toEqual([429, true]);
  }
});
