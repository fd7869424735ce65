import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { refreshTokens } from '#server/db/schema.ts';
import { type Answering, type Called, post, postForm } from '#tests/support/calls.ts';
import {
  bearer,
  login,
  openTwoOffices,
  type Pair,
  refresh,
  type TwoOffices,
  tryLogin,
} from '#tests/support/firm-on-postgres.ts';
import { CLIENT, type TestUser } from '#tests/support/fixture.ts';
import { block, hire } from '#tests/support/people.ts';
import { race } from './races.ts';

const CALLERS = 16;
const ROUNDS = 10;

let two: TwoOffices;
let user: TestUser;
beforeAll(async () => {
  two = await openTwoOffices();
  user = two.firm.users.promoter;
});
afterAll(() => two?.close());

const both = (): Answering[] => [two.here, two.there];

const whoAmI = async (office: Answering, pair: Pair) =>
  (await post(office, getUser.path, {}, bearer(pair))).status;
const whoEverywhere = (pair: Pair) => Promise.all(both().map(office => whoAmI(office, pair)));
const refreshEverywhere = async ({ refresh_token }: Pair) => {
  const answers = await Promise.all(both().map(office => refresh(office, refresh_token)));
  return answers.map(({ status, body }) => [status, body.hint]);
};
const revoke = (office: Answering, token: string) => postForm(office, '/oauth/revoke', { ...CLIENT, token });

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
  const answers = await race(both(), CALLERS, office => refresh(office, refresh_token));
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
        race([two.there], 2, office => refresh(office, first.refresh_token)),
        race([two.here], 4, office => refresh(office, third.refresh_token)),
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
        race([two.here], 2, office => revoke(office, pair.access_token)),
        race([two.there, two.here], 6, office => refresh(office, pair.refresh_token)),
      ]);
      expect(revoked.map(({ status }) => status)).toEqual([200, 200]);
      expect(refreshed.every(({ status }) => status === 200 || status === 400)).toBe(true);
      await expectEnded(pair, refreshed);
    }
  });

  it('a block, also for what is going on', async () => {
    const leaver = await hire(two.firm, 'promoter');
    const pair = await login(two.here, leaver);
    expect(await whoEverywhere(pair)).toEqual([200, 200]);
    await block(two.firm, leaver);
    expect(await whoEverywhere(pair)).toEqual([401, 401]);
    expect(await refreshEverywhere(pair)).toEqual([ENDED, ENDED]);
    expect((await tryLogin(two.there, leaver)).status).toBe(400);
  });
});

it('wrong passwords count over both processes: guessed in parallel, five are looked at', async () => {
  const guessed = await hire(two.firm, 'promoter');
  const answers = await race(both(), 20, office => tryLogin(office, guessed, 'wrong'));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
  for (const office of both()) {
    const { status, headers } = await tryLogin(office, guessed);
    expect([status, Number(headers.get('retry-after')) > 50]).toEqual([429, true]);
  }
});
