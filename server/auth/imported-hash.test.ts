import { hash as hashArgon } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { runAdminCommand } from '#tests/support/admin-command.ts';
import { post, postForm } from '#tests/support/calls.ts';
import { askingFor, consent, RFC_VERIFIER, seedClient } from '#tests/support/oauth.ts';
import { CLIENT, serverForEach } from '#tests/support/server.ts';
import { users } from '../db/schema.ts';
import { equalizeTiming, readStoredHash } from './passwords.ts';

/** Of «password», made by Laravel's own hasher; it stands in the factories of many of its versions. */
const LARAVEL = '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi';

/** Made by PHP's own password_hash of «secret» with PASSWORD_ARGON2ID would look so; made here with its parameters. */
const PHP_COST = { memoryCost: 65_536, timeCost: 4, parallelism: 1 };

/** Of «пароль», and of 36 «я», which are 72 bytes, with « and more» after them; at the lowest cost. */
const QUICK = '$04$2Rj2T2L5nTdC4ihK9.hMP.TJ78bhG6WO4uBIbfjkwHiOEQE29Dfoa';
const LONG = '$2y$04$gtiFBlOiWht028r0hEcs.OnK4Nh8B/dOFNASJlcrcooRhqaRC6Cu6';

const server = serverForEach({ config: { hashCost: { memoryCost: 256, timeCost: 1, parallelism: 1 } } });

const EMAIL = 'promoter@test.example';

async function keep(password_hash: string): Promise<void> {
  await server.db.update(users).set({ password_hash }).where(eq(users.email, EMAIL));
}

async function kept() {
  const [row] = await server.db.select().from(users).where(eq(users.email, EMAIL));
  if (!row) throw new Error('the promoter is gone');
  return row;
}

const signIn = (password: string, username = EMAIL) =>
  postForm(server, '/oauth/token', { grant_type: 'password', ...CLIENT, username, password, scope: '' });

describe('a hash that came from Laravel', () => {
  it('lets its user in, becomes argon2id in the same login, and signs nobody out', async () => {
    const before = await server.signIn(server.users.promoter);
    await keep(LARAVEL);
    const { password_changed_at } = await kept();
    server.clock.advance(1000);
    expect((await signIn('passwor')).status).toBe(400);
    expect((await kept()).password_hash).toBe(LARAVEL);
    expect((await signIn('password')).status).toBe(200);
    const after = await kept();
    expect(after.password_hash).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$/);
    expect(after.password_changed_at).toEqual(password_changed_at);
    expect((await post(server, '/api/getUser', {}, before)).status).toBe(200);
    expect((await signIn('password')).status).toBe(200);
    expect((await kept()).password_hash).toBe(after.password_hash);
  });

  it.each(['2y', '2b', '2a'] as const)('is known by its prefix $%s$', async version => {
    await keep(`$${version}${QUICK}`);
    expect((await signIn('пароль')).status).toBe(200);
    expect((await kept()).password_hash).toMatch(/^\$argon2id\$/);
  });

  it('is renewed where an application asks for consent, too', async () => {
    await keep(LARAVEL);
    const client = await seedClient(server, server.users.moderator);
    const user = { ...server.users.promoter };
    const allowed = await consent(server, askingFor(client, RFC_VERIFIER), user, { password: 'password' });
    expect(allowed.status).toBe(303);
    expect((await kept()).password_hash).toMatch(/^\$argon2id\$/);
  });

  it('looks at 72 bytes as Laravel does, and stays while we do not know the rest', async () => {
    await keep(LONG);
    expect((await signIn(`${'я'.repeat(36)} and what not`)).status).toBe(200);
    expect((await kept()).password_hash).toBe(LONG);
    expect((await signIn('я'.repeat(35))).status).toBe(400);
    // Exactly as much as bcrypt looks at: the whole password is known.
    expect((await signIn('я'.repeat(36))).status).toBe(200);
    expect((await kept()).password_hash).toMatch(/^\$argon2id\$/);
  });

  it('lets nobody in who is blocked, and is not renewed by them', async () => {
    await keep(LARAVEL);
    await server.db.update(users).set({ status: 'blocked' }).where(eq(users.email, EMAIL));
    expect((await signIn('password')).status).toBe(400);
    expect((await kept()).password_hash).toBe(LARAVEL);
  });

  it('yields to a password that was changed while it was being renewed', async () => {
    await keep(LARAVEL);
    const [login] = await Promise.all([
      signIn('password'),
      runAdminCommand(server, ['user:passwd', EMAIL], { secret: 'новый' }),
    ]);
    expect([200, 400]).toContain(login.status);
    expect((await signIn('новый')).status).toBe(200);
    expect((await signIn('password')).status).toBe(400);
  });
});

it.each([
  ['less memory', { memoryCost: 64, timeCost: 1, parallelism: 1 }, true],
  ['another kind', { memoryCost: 256, timeCost: 1, parallelism: 1, algorithm: 1 }, true],
  ['an older version', { memoryCost: 256, timeCost: 1, parallelism: 1, version: 0 }, true],
  ['our own cost', { memoryCost: 256, timeCost: 1, parallelism: 1 }, false],
  ['a higher cost', { memoryCost: 512, timeCost: 2, parallelism: 1 }, false],
])('an argon2 hash of %s is renewed or not', async (_, cost, isRenewed) => {
  const stored = await hashArgon('secret', cost);
  await keep(stored);
  expect((await signIn('secret')).status).toBe(200);
  const after = (await kept()).password_hash;
  expect(after !== stored).toBe(isRenewed);
  expect((await signIn('secret')).status).toBe(200);
});

test.each([
  ['nothing', ''],
  ['a word', 'secret'],
  ['md5', '5ebe2294ecd0e0f08eab7690d2a6ee69'],
  ['a cut off bcrypt', LARAVEL.slice(0, 40)],
  ['a cut off argon2', '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ'],
  ['bcrypt without end', LARAVEL.replace('$10$', '$31$')],
  ['bcrypt beyond all', LARAVEL.replace('$10$', '$99$')],
  ['bcrypt for nothing', LARAVEL.replace('$10$', '$03$')],
  ['bcrypt with more after it', `${LARAVEL}x`],
  ['argon2 without end', '$argon2id$v=19$m=4000000,t=900,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAA'],
])('%s for a hash is a failed login and a line in the log', async (_, stored) => {
  await keep(stored);
  const { status, body } = await signIn('secret');
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
  const line = { level: 'error', event: 'login.broken_hash', user_id: server.users.promoter.id };
  expect(server.logged).toContainEqual(line);
  expect((await signIn('correct horse', 'admin@test.example')).status).toBe(200);
});

it('takes as long as others do: what was not verified is made up for', async () => {
  const timeOf = async (work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  const bcrypt = { kind: 'bcrypt', cost: 10 } as const;
  const argon = { kind: 'argon2', isWeak: false } as const;
  // The filler is made at its first use.
  await equalizeTiming(undefined, 'x', 12);
  const ofBcrypt = await timeOf(() => equalizeTiming(argon, 'x', 12));
  const ofNone = await timeOf(() => equalizeTiming(argon, 'x', undefined));
  const ofCheap = await timeOf(() => equalizeTiming({ ...bcrypt, cost: 12 }, 'x', 12));
  expect(ofNone).toBeLessThan(ofBcrypt / 4);
  expect(ofCheap).toBeLessThan(ofBcrypt);
});

it('is taken by user:create --hash, and what nobody could sign in with is not', async () => {
  const create = (email: string, secret: string) =>
    runAdminCommand(server, ['user:create', email, '--name', 'Лара', '--hash'], { secret });
  expect((await create('lara@firm.example', `${LARAVEL} `)).exit).toBe(0);
  expect((await signIn('password', 'lara@firm.example')).status).toBe(200);
  const argon = await hashArgon('secret', PHP_COST);
  expect((await create('argon@firm.example', argon)).exit).toBe(0);
  expect((await signIn('secret', 'argon@firm.example')).status).toBe(200);
  for (const secret of ['', 'password', LARAVEL.slice(0, 59), LARAVEL.replace('$10$', '$31$')]) {
    expect((await create('none@firm.example', secret)).exit).toBe(1);
  }
  expect(readStoredHash(LARAVEL)).toEqual({ kind: 'bcrypt', cost: 10 });
});
