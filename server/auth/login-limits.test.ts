import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { countLogin } from './login-limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** How many of so many attempts are let through before the first 429, each from where `from` says. */
async function letThrough(
  attempts: number,
  from: (at: number) => [email: string, ip: string],
): Promise<number> {
  for (let at = 0; at < attempts; at++) {
    try {
      await countLogin(server.db, ...from(at), server.clock());
    } catch (error) {
      expect(error).toMatchObject({ status: 429 });
      return at;
    }
  }
  return attempts;
}

it('a pair of e-mail and address has five attempts', async () => {
  expect(await letThrough(10, () => ['pair@test.example', '10.0.0.1'])).toBe(5);
});

it('an e-mail has twenty an hour, from however many addresses', async () => {
  expect(await letThrough(30, at => ['email@test.example', `10.1.0.${at}`])).toBe(20);
});

it('an address has a hundred an hour, with however many e-mails', async () => {
  expect(await letThrough(120, at => [`somebody-${at}@test.example`, '10.2.0.1'])).toBe(100);
});
