/** The command line as a process beside servers that are processes of their own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUser } from '#contract/session.ts';
import { runAdmin, runAdminTold } from '#tests/support/admin.ts';
import { post } from '#tests/support/calls.ts';
import {
  bearer,
  login,
  openTwoOffices,
  type Pair,
  refresh,
  type TwoOffices,
  tryLogin,
} from '#tests/support/firm-on-postgres.ts';
import { hire } from '#tests/support/people.ts';

const SLOW_MS = 120_000;

let two: TwoOffices;
beforeAll(async () => {
  two = await openTwoOffices();
}, SLOW_MS);
afterAll(() => two?.close(), SLOW_MS);

const environment = () => ({ DATABASE_URL: two.firm.url });

/** What both processes say to that login: who it is, and whether it goes on. */
async function saidTo(pair: Pair): Promise<number[]> {
  const { here, there } = two;
  const answers = await Promise.all([
    post(here, getUser.path, {}, bearer(pair)),
    post(there, getUser.path, {}, bearer(pair)),
  ]);
  return answers.map(({ status }) => status);
}

async function refreshed(pair: Pair): Promise<number[]> {
  const answers = await Promise.all([two.here, two.there].map(office => refresh(office, pair.refresh_token)));
  return answers.map(({ status }) => status);
}

describe('a command that ends logins ends them at every process', () => {
  it(
    'a new password: the old logins and the old password are over, the new one opens',
    async () => {
      const user = await hire(two.firm, 'promoter');
      const pair = await login(two.here, user);
      expect(await saidTo(pair)).toEqual([200, 200]);
      const run = await runAdminTold('another password\n', environment(), 'user:passwd', user.email);
      expect([run.exit, run.errors]).toEqual([0, '']);
      expect(await saidTo(pair)).toEqual([401, 401]);
      expect(await refreshed(pair)).toEqual([400, 400]);
      for (const office of [two.here, two.there]) {
        expect((await tryLogin(office, user)).status).toBe(400);
        expect((await tryLogin(office, user, 'another password')).status).toBe(200);
      }
    },
    SLOW_MS,
  );

  it(
    'a block: nothing opens any more, until it is lifted',
    async () => {
      const user = await hire(two.firm, 'promoter');
      const pair = await login(two.there, user);
      const blocked = await runAdmin(environment(), 'user:block', user.email);
      expect([blocked.exit, blocked.errors]).toEqual([0, '']);
      expect(await saidTo(pair)).toEqual([401, 401]);
      expect(await refreshed(pair)).toEqual([400, 400]);
      for (const office of [two.here, two.there]) expect((await tryLogin(office, user)).status).toBe(400);
    },
    SLOW_MS,
  );
});
