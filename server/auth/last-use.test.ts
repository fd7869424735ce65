import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { get } from '#tests/support/calls.ts';
import { callEndpoint, programsOf, seedApplication } from '#tests/support/seeded-credentials.ts';
import { serverForEach } from '#tests/support/server.ts';
import { oauthClients } from '../db/schema.ts';
import * as transactions from '../db/transaction.ts';

const server = serverForEach();
let mine: ReturnType<typeof programsOf>;
beforeEach(async () => {
  mine = programsOf(server, await server.signIn(server.users.promoter));
});

const START = '2026-11-20T12:12:39.000000Z';
const AFTER_AN_HOUR = '2026-11-20T13:12:39.000000Z';

describe('the last use of a personal token', () => {
  const lastUse = async () => (await mine.tokens())[0].last_used_at;
  const call = async (accessToken: string) =>
    (await get(server, '/api/promo/contacts/list', { authorization: `Bearer ${accessToken}` })).status;

  it('is nothing before the first, and is noted once an hour', async () => {
    const { accessToken } = (await mine.createToken({ name: 'Выгрузка', scopes: ['promo'] })).body;
    expect(await lastUse()).toBe(null);
    expect(await call(accessToken)).toBe(200);
    expect(await lastUse()).toBe(START);
    server.clock.advance(HOUR_MS - 1000);
    mine = programsOf(server, await server.signIn(server.users.promoter));
    const writes = vi.spyOn(transactions, 'transact');
    await Promise.all([1, 2, 3].map(() => call(accessToken)));
    expect(writes).not.toHaveBeenCalled();
    writes.mockRestore();
    expect(await lastUse()).toBe(START);
    server.clock.advance(1000);
    expect(await Promise.all([1, 2, 3].map(() => call(accessToken)))).toEqual([200, 200, 200]);
    await vi.waitFor(async () => expect(await lastUse()).toBe(AFTER_AN_HOUR));
  });

  it('is also a call that the token is not good for, and not one that comes too late', async () => {
    const { accessToken } = (
      await mine.createToken({ name: 'Выгрузка', scopes: ['promo'], expires_in_days: 1 })
    ).body;
    expect(await callEndpoint(server, accessToken)).toBe(403);
    expect(await lastUse()).toBe(START);
    server.clock.advance(24 * HOUR_MS);
    expect(await callEndpoint(server, accessToken)).toBe(401);
  });
});

describe('the last use of a client', () => {
  const lastUse = async () => (await mine.clients())[0].last_used_at;
  let client: { id: number };
  beforeEach(async () => {
    client = (await mine.createClient()).body;
  });
  const authorize = () =>
    seedApplication(server, { user: server.users.colleague, clientId: client.id, scopes: ['profile'] });

  it("is that of anybody's token of it, to the hour, and stays when the tokens are gone", async () => {
    const first = await authorize();
    expect(await lastUse()).toBe(null);
    expect(await callEndpoint(server, first.accessToken)).toBe(200);
    await vi.waitFor(async () => expect(await lastUse()).toBe(START));
    server.clock.advance(59 * MINUTE_MS);
    expect(await callEndpoint(server, (await authorize()).accessToken)).toBe(200);
    expect(await lastUse()).toBe(START);
    server.clock.advance(MINUTE_MS);
    mine = programsOf(server, await server.signIn(server.users.promoter));
    const theirs = programsOf(server, await server.signIn(server.users.colleague));
    const last = await authorize();
    expect(await callEndpoint(server, last.accessToken)).toBe(200);
    await theirs.revokeAuthorized(last.family);
    await vi.waitFor(async () => expect(await lastUse()).toBe(AFTER_AN_HOUR));
  });

  it('that cannot be noted fails no call, and is told to the log without anything personal', async () => {
    const { accessToken } = await authorize();
    await callEndpoint(server, accessToken);
    await vi.waitFor(async () => expect(await lastUse()).toBe(START));
    await server.db.update(oauthClients).set({ last_used_at: null }).where(eq(oauthClients.id, client.id));
    server.clock.advance(MINUTE_MS);
    const failing = vi.spyOn(transactions, 'transact').mockRejectedValue(new Error('no room for Анна'));
    expect(await callEndpoint(server, accessToken)).toBe(200);
    failing.mockRestore();
    await vi.waitFor(() =>
      expect(server.logged).toContainEqual(
        expect.objectContaining({ level: 'error', event: 'last_use.failed', name: 'Error' }),
      ),
    );
    expect(JSON.stringify(server.logged)).not.toContain('Анна');
    expect(await lastUse()).toBe(null);
  });
});
