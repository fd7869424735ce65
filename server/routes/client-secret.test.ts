import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { post, postForm } from '#tests/support/calls.ts';
import { workAs } from '#tests/support/people.ts';
import {
  callEndpoint,
  PARTNER,
  programsOf,
  seedApplication,
  untilSomebodyWaits,
} from '#tests/support/seeded-credentials.ts';
import { serverForEach } from '#tests/support/server.ts';
import { hashToken } from '../auth/tokens.ts';
import { auditLog, oauthClients } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';

const server = serverForEach();
let mine: ReturnType<typeof programsOf>;
let client: { id: number; secret: string };
beforeEach(async () => {
  mine = programsOf(server, await server.signIn(server.users.promoter));
  client = (await mine.createClient()).body;
});

const storedHash = async (id = client.id) =>
  (await server.db.select().from(oauthClients).where(eq(oauthClients.id, id)))[0]?.secret_hash;

const refresh = async (refresh_token: string, client_secret: string) => {
  const form = { grant_type: 'refresh_token', refresh_token, client_id: String(client.id), client_secret };
  return (await postForm(server, '/oauth/token', form)).status;
};

it('a replaced secret is told once; the old one is good for nothing, and what users allowed stays', async () => {
  const application = await seedApplication(server, { user: server.users.colleague, clientId: client.id });
  const { status, body } = await mine.replaceSecret(client.id);
  expect([status, body]).toMatchObject([
    200,
    { id: client.id, ...PARTNER, secret: expect.stringMatching(/^[\w-]{43}$/), plainSecret: body.secret },
  ]);
  expect(body.secret).not.toBe(client.secret);
  expect(await storedHash()).toBe(hashToken(body.secret));
  expect(JSON.stringify(await mine.clients())).not.toContain(body.secret);
  expect(await callEndpoint(server, application.accessToken)).toBe(200);
  expect(await refresh(application.refreshToken, client.secret)).toBe(401);
  expect(await refresh(application.refreshToken, body.secret)).toBe(200);
});

it('is replaced anew by each that asks, also under one key: an answer that is kept would keep it', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answers = [await mine.replaceSecret(client.id, key), await mine.replaceSecret(client.id, key)];
  const [first, last] = answers.map(({ body }) => body.secret);
  expect(first).not.toBe(last);
  expect(await storedHash()).toBe(hashToken(last));
});

it('is written down without the secret or what is kept of it', async () => {
  const { body } = await mine.replaceSecret(client.id);
  const rows = await server.db.select().from(auditLog).where(eq(auditLog.action, 'client_secret_replace'));
  expect(rows).toMatchObject([
    { entity: 'oauth_client', entity_id: client.id, actor_id: server.users.promoter.id, after: null },
  ]);
  for (const secret of [body.secret, hashToken(body.secret)])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

it("is never somebody else's to replace, nor the firm's own, nor that of a client that is gone", async () => {
  const admin = programsOf(server, await server.signIn(server.users.admin));
  const before = await Promise.all([client.id, 1, 2].map(storedHash));
  for (const id of [client.id, 1, 2, 999_999, 'nonsense']) {
    expect([id, (await admin.replaceSecret(id)).status]).toEqual([id, 404]);
  }
  expect(await Promise.all([client.id, 1, 2].map(storedHash))).toEqual(before);
  await mine.deleteClient(client.id);
  expect((await mine.replaceSecret(client.id)).status).toBe(404);
});

it('is not replaced by who works as its owner', async () => {
  const before = await storedHash();
  const headers = await workAs(server, await server.signIn(server.users.admin), server.users.promoter);
  expect((await post(server, `/oauth/clients/${client.id}/secret`, {}, headers)).status).toBe(403);
  expect(await storedHash()).toBe(before);
});

it('is not good any more for who shows the old one while it is being replaced', async () => {
  const { refreshToken } = await seedApplication(server, {
    user: server.users.colleague,
    clientId: client.id,
  });
  const asked = await transact(server.db, async tx => {
    await tx.select().from(oauthClients).where(eq(oauthClients.id, client.id)).for('update');
    const refreshing = refresh(refreshToken, client.secret);
    await untilSomebodyWaits(tx);
    await tx
      .update(oauthClients)
      .set({ secret_hash: hashToken('next') })
      .where(eq(oauthClients.id, client.id));
    return [refreshing];
  });
  expect(await Promise.all(asked)).toEqual([401]);
});
