/**
 * Every endpoint, called with what no client of ours would send: made from its own schema, then broken. FUZZ_RUNS says
 * how often for each endpoint, FUZZ_SEED which ones.
 */
import { eq, inArray, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { accessTokens, loginAttempts, userRole, users } from '#server/db/schema.ts';
import { get } from '#tests/support/calls.ts';
import { serverForAll } from '#tests/support/server.ts';
import { type Firm, type Input, inputsOf, ownRequests, seedFirm } from '../successes.ts';
import type { Words } from './arbitrary.ts';
import { attemptsAt, validAttempt } from './attempts.ts';
import { answerChecker } from './check-answer.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
/** A run by hand may take its time. */
const PATIENCE_MS = 60_000 + RUNS * 500;

const server = serverForAll();
let firm: Firm;
let inputs: Record<string, Input>;
let restoreAccounts: () => Promise<void>;
beforeAll(async () => {
  firm = await seedFirm(server);
  restoreAccounts = await keepAccounts();
});
/** What was tried before may have closed the report of a payment. */
beforeEach(async () => {
  inputs = await inputsOf(server, firm);
});
/** Guesses at passwords are counted, and everybody comes from one address here. */
afterEach(async () => {
  await server.db.delete(loginAttempts);
  await restoreAccounts();
});

/** As they are now: whoever was blocked, or has lost a role, is to call the next endpoint too. */
async function keepAccounts() {
  const { db } = server;
  const active = await db.select({ id: users.id }).from(users).where(eq(users.status, 'active'));
  const held = await db.select().from(userRole);
  const valid = await db
    .select({ hash: accessTokens.token_hash })
    .from(accessTokens)
    .where(isNull(accessTokens.revoked_at));
  const ids = active.map(({ id }) => id);
  const hashes = valid.map(({ hash }) => hash);
  return async () => {
    await db.update(users).set({ status: 'active' }).where(inArray(users.id, ids));
    await db.delete(userRole).where(inArray(userRole.user_id, ids));
    await db.insert(userRole).values(held).onConflictDoNothing();
    await db.update(accessTokens).set({ revoked_at: null }).where(inArray(accessTokens.token_hash, hashes));
  };
}

/** Not the contact that is ordered for: it would be deleted before. */
function wordsOf({ paidId, reportId, codeNumber, stock }: Firm): Words {
  const ids = [paidId, reportId, codeNumber, stock.receipt.id, stock.pumpId, stock.beltId];
  const people = Object.values(server.users);
  const ordered = inputs.sendOrder?.contact_id;
  return {
    texts: [
      ...['Анна', 'О’Коннор-Ёлкина', 'promo', '2026-11-20', '2026-01-31T10:00:00Z', '12.5', '1', '5', 'done'],
      ...['all', '+7 (000) 123-45-67', '0007654321', 'new@test.example', 'https://partner.example/back'],
      stock.warehouse,
      ...people.map(({ email }) => email),
      ...[firm.credentials.authorization, firm.credentials.personal],
    ],
    numbers: [...ids, ...people.map(({ id }) => id), 1, 2, 3, 0, 12.5].filter(each => each !== ordered),
    trees: [ownRequests.target, ...ownRequests.rules.map(({ condition }) => condition)],
  };
}

const all = Object.entries(endpoints);

it.each(all.map(([name, endpoint], at) => [name, endpoint, SEED + at] as const))(
  '%s answers whatever it is sent as documented, tells no secret, and changes nothing where it refuses',
  async (name, endpoint, seed) => {
    const input = inputs[name] ?? {};
    const authorization = firm.headersFor(endpoint);
    const judge = answerChecker(server, endpoint);
    // Where nothing comes through, nothing is tried but refusals.
    expect(await judge(validAttempt({ endpoint, input, authorization }))).toBe(successStatus(endpoint));
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(
        attemptsAt({ endpoint, input, words: wordsOf(firm), authorization }),
        async attempt => {
          if (++asked % 4 === 0) await server.db.delete(loginAttempts);
          await judge(attempt);
        },
      ),
      { seed, numRuns: RUNS },
    );
    expect((await get(server, '/api/health/ready')).status).toBe(200);
  },
  PATIENCE_MS,
);
