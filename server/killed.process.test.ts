/** Server, engine or both are killed while orders are on their way: none that was acknowledged is lost, none is made twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { payPromoter } from '#contract/payments.ts';
import { deviceClock } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { type Called, post } from '#tests/support/calls.ts';
import { killEngine, openFolder } from '#tests/support/engine-of.ts';
import { bearer, instanceOf, login, type ServerInstance } from '#tests/support/firm-on-postgres.ts';
import { CLIENT, seedFixture, type TestReferences, type TestUsers } from '#tests/support/fixture.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { seedDone } from '#tests/support/reports.ts';
import { startServer } from '#tests/support/server-process.ts';
import { migrate } from './db/migrate.ts';
import { auditLog, idempotencyKeys, payments, requests } from './db/schema.ts';

/** Orders that are sent at the same moment. */
const AT_ONCE = 5;

/** When it is killed: so long after so many of them were acknowledged. By turns it is the server, the engine, and both. */
const POINTS = [
  { acknowledged: 0, laterMs: 0 },
  { acknowledged: 0, laterMs: 3 },
  { acknowledged: 0, laterMs: 8 },
  { acknowledged: 0, laterMs: 15 },
  { acknowledged: 1, laterMs: 0 },
  { acknowledged: 2, laterMs: 1 },
  { acknowledged: 4, laterMs: 0 },
];

const folder = mkdtempSync(join(tmpdir(), 'promo-killed-'));
let context: ServerInstance;
let seeded: { users: TestUsers; references: TestReferences };
beforeAll(async () => {
  seeded = await seed();
  const environment = { DATA_DIR: folder, CLIENT_SECRET: CLIENT.client_secret };
  context = instanceOf(await startServer(environment));
});
afterAll(async () => {
  await context?.process.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function seed() {
  const { db, close } = await openFolder(folder);
  await migrate(db);
  const made = await seedFixture(db, Date.now());
  await close();
  return made;
}

type Attempt = { key: string; acknowledged: string | undefined };

/** Sends orders at once and kills the server at that point. Resolves to what it acknowledged before. */
async function sendAndKill(
  send: (key: string, at: number) => Promise<Called>,
  { acknowledged, laterMs }: (typeof POINTS)[number],
  kill: () => Promise<void>,
): Promise<Attempt[]> {
  const attempts = Array.from(
    { length: AT_ONCE },
    (): Attempt => ({ key: newId(), acknowledged: undefined }),
  );
  let answered = 0;
  let enough = () => {};
  const isTime = new Promise<void>(resolve => {
    enough = resolve;
  });
  const sending = attempts.map(async (attempt, at) => {
    // A broken connection acknowledges nothing: that is what is repeated afterwards.
    const answer = await send(attempt.key, at).catch(() => undefined);
    if (answer?.status === 200) attempt.acknowledged = answer.text;
    answered += 1;
    if (answered >= acknowledged) enough();
  });
  if (acknowledged > 0) await isTime;
  if (laterMs > 0) await pause(laterMs);
  await kill();
  await Promise.all(sending);
  return attempts;
}

const killsOf = ({ process }: ServerInstance) => [
  { kill: process.killAlone, recover: process.start },
  { kill: () => killEngine(folder), recover: process.ready },
  { kill: process.kill, recover: process.start },
];

it('keeps what was acknowledged, and a repeat makes no second order', async () => {
  const session = bearer(await login(context, seeded.users.promoter));
  const person = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };
  const { body: contact } = await post(context, saveContact.path, person, session);
  const { basaDistrict: district_id, basaWork: work_id } = seeded.references;
  const order = { type: 'basa', street: 'Садовая', contact_id: contact.id, district_id, work_id };
  const send = (key: string) =>
    post(context, sendOrder.path, order, { ...session, 'idempotency-key': key, connection: 'close' });

  const kills = killsOf(context);
  const all: Attempt[] = [];
  for (const [at, point] of [...POINTS, ...POINTS, ...POINTS].entries()) {
    const { kill, recover } = kills[at % kills.length] ?? expect.fail('no kill');
    const attempts = await sendAndKill(send, point, kill);
    await recover();
    for (const { key, acknowledged } of attempts) {
      const first = await send(key);
      expect([first.status, (await send(key)).text]).toEqual([200, first.text]);
      if (acknowledged !== undefined) expect(first.text).toBe(acknowledged);
    }
    all.push(...attempts);
  }
  const lost = all.filter(({ acknowledged }) => acknowledged === undefined).length;
  expect(lost).toBeGreaterThan(0);
  expect(all.length - lost).toBeGreaterThan(3 * POINTS.length - 1);
  expect(await context.process.stop()).toBe(0);
  await expectOnce(all.map(({ key }) => key));
});

async function expectOnce(keys: string[]): Promise<void> {
  const { db, close } = await openFolder(folder);
  const made = await db.select().from(requests);
  expect(made.map(({ client_key }) => client_key).sort()).toEqual([...keys].sort());
  expect(new Set(made.map(({ code_number }) => code_number)).size).toBe(keys.length);
  const ids = made.map(({ id }) => id);
  const created = and(eq(auditLog.entity, 'request'), inArray(auditLog.entity_id, ids));
  expect(await db.$count(auditLog, created)).toBe(keys.length);
  expect(await db.$count(idempotencyKeys)).toBe(keys.length);
  await close();
}

const AMOUNTS = [1000, 2000, 5_000_33];
const AGREED = { count: AMOUNTS.length, share: 1509.1 };

it('pays each promoter once the sum that was agreed to, whatever was killed while it paid', async () => {
  await context.process.start();
  const promoters = await seedOwed(POINTS.length * AT_ONCE);
  const session = bearer(await login(context, seeded.users.moderator));
  const kills = killsOf(context);
  for (const [at, point] of POINTS.entries()) {
    const { kill, recover } = kills[at % kills.length] ?? expect.fail('no kill');
    const payees = promoters.slice(at * AT_ONCE, (at + 1) * AT_ONCE);
    const pay = (key: string, payee: number) => {
      const headers = { ...session, 'idempotency-key': key, connection: 'close' };
      return post(context, payPromoter.path, { promoter_id: payees[payee], ...AGREED }, headers);
    };
    const attempts = await sendAndKill(pay, point, kill);
    await recover();
    for (const [payee, { key, acknowledged }] of attempts.entries()) {
      const first = await pay(key, payee);
      expect(first.body).toMatchObject({ payment: { ...AGREED, promoter: { id: payees[payee] } } });
      expect((await pay(key, payee)).text).toBe(acknowledged ?? first.text);
    }
  }
  expect(await context.process.stop()).toBe(0);
  await expectPaidOnce(promoters);
});

/** Promoters, each with done requests in no report. */
async function seedOwed(many: number): Promise<number[]> {
  const { db, close } = await openFolder(folder);
  const firm = { db, clock: deviceClock, ...seeded };
  const ids: number[] = [];
  while (ids.length < many) {
    const { id } = await createUserWithRole(firm, 'promoter');
    await seedDone(firm, { promoterId: id, amounts: AMOUNTS });
    ids.push(id);
  }
  await close();
  return ids;
}

async function expectPaidOnce(promoters: number[]): Promise<void> {
  const { db, close } = await openFolder(folder);
  const made = await db.select().from(payments).where(inArray(payments.promoter_id, promoters));
  expect(made.map(({ promoter_id }) => promoter_id).sort((a, b) => a - b)).toEqual(promoters);
  const unpaid = and(inArray(requests.promoter_id, promoters), isNull(requests.paid_at));
  expect(await db.$count(requests, unpaid)).toBe(0);
  const paid = and(eq(auditLog.entity, 'request'), eq(auditLog.action, 'pay'));
  expect(await db.$count(auditLog, paid)).toBe(promoters.length * AMOUNTS.length);
  await close();
}
