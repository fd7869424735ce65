import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { DAY_MS } from '#kit/clock.ts';
import { runAdminCommand } from '#tests/support/admin-command.ts';
import { get } from '#tests/support/calls.ts';
import { serverForEach } from '#tests/support/server.ts';
import { accessTokens, loginAttempts, refreshTokens } from '../../db/schema.ts';

const server = serverForEach();

/** More rows than one statement takes: expired, revoked, and as many that still count. */
async function plantOld(count: number): Promise<void> {
  const { promoter } = server.users;
  const row = (name: string, expiry: string, revoked: string) => sql`
    insert into oauth_refresh_tokens
      (token_hash, family, generation, user_id, client_id, scopes, bearer, expires_at, family_expires_at, revoked_at, created_at, updated_at)
    select ${name} || n, gen_random_uuid(), 1, ${promoter.id}, 2, '[]', 'page',
      ${at(expiry)}::timestamptz, ${at(expiry)}::timestamptz, ${revoked === '' ? null : at(revoked)}::timestamptz,
      ${at('0')}::timestamptz, ${at('0')}::timestamptz
    from generate_series(1, ${count}::int) n`;
  await server.db.execute(row('expired', '-2', ''));
  await server.db.execute(row('revoked', '20', '-2'));
  await server.db.execute(row('just', '20', '-0.5'));
  await server.db.execute(row('living', '20', ''));
}

const at = (days: string) => new Date(server.clock() + Number(days) * DAY_MS).toISOString();

it('removes what is over in as many statements as it takes, and tells how much', async () => {
  await plantOld(5000);
  const headers = await server.signIn(server.users.promoter);
  const { exit, lines } = await runAdminCommand(server, ['token:purge']);
  expect([exit, lines]).toEqual([
    0,
    [
      ...['Токенов доступа: 0', 'Токенов обновления: 10000', 'Кодов приложений: 0'],
      ...['Счетчиков входа: 0', 'Ключей идемпотентности: 0'],
    ],
  ]);
  expect(await server.db.$count(refreshTokens)).toBe(10_001);
  expect((await get(server, '/api/promo/contacts/fullList', headers)).status).toBe(200);
  server.clock.advance(1.1 * DAY_MS);
  const later = await runAdminCommand(server, ['token:purge']);
  expect(later.lines.slice(0, 4)).toEqual([
    ...['Токенов доступа: 1', 'Токенов обновления: 5000', 'Кодов приложений: 0', 'Счетчиков входа: 3'],
  ]);
  expect([await server.db.$count(accessTokens), await server.db.$count(loginAttempts)]).toEqual([0, 0]);
});

it('shares the work where two do it at once, and counts each row once', async () => {
  await plantOld(5000);
  const both = await Promise.all([
    runAdminCommand(server, ['token:purge']),
    runAdminCommand(server, ['token:purge']),
  ]);
  const counts = both.map(({ lines }) => Number(lines[1]?.split(': ')[1]));
  expect(counts.reduce((a, b) => a + b)).toBe(10_000);
  expect(await server.db.$count(refreshTokens)).toBe(10_000);
});
