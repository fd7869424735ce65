/** What an hour as somebody else leaves behind. That every write names both people: tests/contract/audit.test.ts. */
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { post } from '#tests/support/calls.ts';
import { hire, workAs } from '#tests/support/people.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { auditLog, idempotencyKeys } from '../db/schema.ts';

type Headers = Record<string, string>;

let server: TestServer;
let admin: Headers;
beforeEach(async () => {
  server = await createTestServer();
  admin = await server.signIn(server.users.admin);
});
afterEach(() => server.close());

const ask = (user: { id: number }, headers = admin) =>
  post(server, '/api/adminAuth/token', { user_id: user.id }, headers);
const as = (target: TestUser, headers = admin) => workAs(server, headers, target);
const tokenOf = ({ authorization = '' }: Headers) => authorization.replace('Bearer ', '');
const anna = { first_name: 'Анна', contact_phones: [{ full_phone: '0001234567' }] };
const save = (headers: Headers, key?: string) =>
  post(server, '/api/promo/contacts/save', anna, key ? { ...headers, 'idempotency-key': key } : headers);

describe('what is written down', () => {
  it('is who began it, with whom, and nothing of the token', async () => {
    const { admin: boss, promoter } = server.users;
    const working = await as(promoter);
    const [entry, ...more] = await server.db.select().from(auditLog);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      ...{ actor_id: boss.id, impersonator_id: null, action: 'login_as' },
      ...{ entity: 'user', entity_id: promoter.id, request_id: expect.any(String) },
    });
    expect(JSON.stringify([entry, server.logged])).not.toContain(tokenOf(working));
  });

  it('names nobody beside the user where nobody works as them', async () => {
    await save(admin);
    const [entry] = await server.db.select().from(auditLog);
    expect(entry).toMatchObject({ actor_id: server.users.admin.id, impersonator_id: null, action: 'create' });
  });

  it('is both people in the log too, and nothing personal', async () => {
    const { admin: boss, promoter } = server.users;
    const working = await as(promoter);
    await save(working);
    expect(server.logged.at(-1)).toMatchObject({ user_id: promoter.id, impersonator_id: boss.id });
    await save(admin);
    expect(server.logged.at(-1)).toMatchObject({ user_id: boss.id, impersonator_id: null });
    expect(JSON.stringify(server.logged)).not.toMatch(/Test |test\.example|Анна|Bearer/);
  });
});

describe('an Idempotency-Key', () => {
  it('keeps no token: asked twice, login-as begins two sessions', async () => {
    const headers = { ...admin, 'idempotency-key': newId() };
    const [first, second] = [
      await ask(server.users.promoter, headers),
      await ask(server.users.promoter, headers),
    ];
    expect(second.body.access_token).not.toBe(first.body.access_token);
    expect(first.headers.get('idempotency-status')).toBeNull();
    expect(await server.db.$count(idempotencyKeys)).toBe(0);
  });

  it('is shared with the other person, the answer under it is not', async () => {
    const theirs = await server.signIn(server.users.promoter);
    const second = await server.signIn(await hire(server, 'admin'));
    const own = newId();
    expect((await save(theirs, own)).status).toBe(200);
    const working = await as(server.users.promoter);
    expect((await save(working, own)).body.code).toBe('idempotency_key_reused');
    const key = newId();
    const { body } = await save(working, key);
    const again = await save(await as(server.users.promoter), key);
    expect([again.body, again.headers.get('idempotency-status')]).toEqual([body, 'replayed']);
    for (const other of [theirs, await as(server.users.promoter, second)]) {
      expect((await save(other, key)).body.code).toBe('idempotency_key_reused');
    }
    const made = and(eq(auditLog.action, 'create'), eq(auditLog.actor_id, server.users.promoter.id));
    expect(await server.db.$count(auditLog, made)).toBe(2);
  });
});
