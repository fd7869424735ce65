import { count, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Called, post } from '#tests/support/calls.ts';
import {
  askingFor,
  authorizeAs,
  consent,
  exchange,
  plantClient,
  RFC_VERIFIER,
  refreshAs,
  type TestClient,
  tokensOf,
} from '#tests/support/oauth.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import type { Tx } from '../db/database.ts';
import { accessTokens, oauthClients, oauthCodes, refreshTokens } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import { recognise } from './asking.ts';
import { grant } from './authorize.ts';
import { dropClient } from './credentials/own-clients.ts';

let server: TestServer;
let client: TestClient;
let user: TestUser;
beforeEach(async () => {
  server = await createTestServer();
  client = await plantClient(server, server.users.admin);
  user = server.users.moderator;
});
afterEach(() => server.close());

const whoAmI = (token: string) => post(server, '/api/getUser', {}, { authorization: `Bearer ${token}` });
const givenCode = () => authorizeAs(server, { client, user });
const said = ({ status, body }: Called) => [status, body.error];

/** Tokens that somebody could still use. */
async function livingTokens() {
  const all = [
    ...(await server.db.select().from(accessTokens).where(eq(accessTokens.bearer, 'application'))),
    ...(await server.db.select().from(refreshTokens).where(eq(refreshTokens.bearer, 'application'))),
  ];
  return all.filter(({ revoked_at }) => revoked_at === null);
}

describe('a client that is being deleted', () => {
  const drop = () =>
    transact(server.db, tx =>
      dropClient(tx, { userId: server.users.admin.id, id: Number(client.id) }, new Date(server.clock())),
    );

  it('leaves no living token, whichever of exchange, refresh and consent it races with', async () => {
    const codes = [await givenCode(), await givenCode(), await givenCode()];
    const { refresh_token } = await tokensOf(server, { client, user });
    const racing = [
      ...codes.map(code => exchange(server, client, code)),
      refreshAs(server, client, refresh_token),
      givenCode().catch(() => ''),
    ];
    await Promise.all([...racing.slice(0, 2), drop(), ...racing.slice(2)]);
    expect(await livingTokens()).toEqual([]);
    expect(await server.db.select().from(oauthCodes)).toEqual([]);
  });

  it('is waited for by what is issued in that moment: it gets nothing', async () => {
    const code = await givenCode();
    const { refresh_token } = await tokensOf(server, { client, user });
    const issuing = [
      () => exchange(server, client, code),
      () => refreshAs(server, client, refresh_token),
      () => consent(server, askingFor(client, RFC_VERIFIER), user),
    ];
    let answers: Promise<Called>[] = [];
    await transact(server.db, async tx => {
      await dropClient(
        tx,
        { userId: server.users.admin.id, id: Number(client.id) },
        new Date(server.clock()),
      );
      answers = issuing.map(issue => issue());
      await untilTheyWait(tx, answers);
    });
    const [exchanged, refreshed, consented] = await Promise.all(answers);
    expect([exchanged?.status, refreshed?.status, consented?.status]).toEqual([401, 401, 400]);
    expect(await livingTokens()).toEqual([]);
    expect(await server.db.select().from(oauthCodes)).toEqual([]);
  });

  /** The embedded engine runs one transaction after the other; PostgreSQL tells who waits for whom. */
  async function untilTheyWait(tx: Tx, answers: Promise<Called>[]): Promise<void> {
    let answered = 0;
    for (const answer of answers) void answer.finally(() => answered++);
    const waiting = async () => {
      const [row] = await tx.select({ all: count() }).from(sql`pg_locks`).where(sql`not granted`);
      return row?.all ?? 0;
    };
    while (server.engine === 'postgres' && answered + (await waiting()) < answers.length);
  }

  it.each(['deleted', 'moved'])('gives no code where it was %s after the user was asked', async what => {
    const recognised = await recognise(server.db, new URLSearchParams(askingFor(client, RFC_VERIFIER)));
    if (!recognised.ok) throw new Error(recognised.fault);
    if (what === 'deleted') await drop();
    else await server.db.update(oauthClients).set({ redirects: ['https://moved.example/'] });
    const granted = await transact(server.db, tx => grant(tx, recognised.asking, user.id, server.clock()));
    expect([granted, await server.db.select().from(oauthCodes)]).toEqual([undefined, []]);
  });

  it('cannot do anything afterwards', async () => {
    const [code, tokens] = [await givenCode(), await tokensOf(server, { client, user })];
    await drop();
    expect(said(await exchange(server, client, code))).toEqual([401, 'invalid_client']);
    expect(said(await refreshAs(server, client, tokens.refresh_token))).toEqual([401, 'invalid_client']);
    expect((await whoAmI(tokens.access_token)).status).toBe(401);
  });
});
