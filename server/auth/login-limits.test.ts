import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#kit/clock.ts';
import { CLIENT, serverForEach, TEST_PASSWORD } from '#tests/support/server.ts';
import { countLogin } from './login-limits.ts';

const server = serverForEach();

const SECOND = 1_000;

/** How many of so many attempts are let through before the first 429, each from where `from` says. */
async function letThrough(
  attempts: number,
  from: (at: number) => { email: string; ip: string },
): Promise<number> {
  for (let at = 0; at < attempts; at++) {
    try {
      await countLogin(server.db, { ...from(at), device: undefined }, server.clock());
    } catch (error) {
      expect(error).toMatchObject({ status: 429 });
      return at;
    }
  }
  return attempts;
}

it('an address has a hundred an hour, with however many e-mails', async () => {
  expect(await letThrough(120, at => ({ email: `somebody-${at}@test.example`, ip: '10.2.0.1' }))).toBe(100);
});

type SignedIn = { status: number; retryAfter: number; mark: string | undefined; cookie: string };

async function signIn(password = TEST_PASSWORD, mark?: string, email?: string): Promise<SignedIn> {
  const form = { grant_type: 'password', ...CLIENT, password, scope: '' };
  const answer = await server.fetch('/oauth/token', {
    method: 'POST',
    headers: mark ? { cookie: `device=${mark}` } : {},
    body: new URLSearchParams({ ...form, username: email ?? server.users.promoter.email }),
  });
  const cookie = answer.headers.get('set-cookie') ?? '';
  const retryAfter = Number(answer.headers.get('retry-after'));
  return { status: answer.status, retryAfter, mark: /^device=([^;]+)/.exec(cookie)?.[1], cookie };
}

/** Guesses as an attacker makes them, each from another address. */
async function guess(times: number, everyMs = 0): Promise<number> {
  let through = 0;
  for (let at = 0; at < times; at++) {
    through += await letThrough(1, () => ({
      email: server.users.promoter.email,
      ip: `10.1.${at >> 8}.${at & 255}`,
    }));
    server.clock.advance(everyMs);
  }
  return through;
}

describe('guesses of one e-mail from changing addresses', () => {
  it('become slow after twenty within an hour', async () => {
    expect(await guess(30)).toBe(20);
    expect(await guess(360, 10 * SECOND)).toBeLessThanOrEqual(120);
  });

  it('a hundred and sixteen a day keep the owner out for half a minute at most, wherever they are', async () => {
    await guess(116, (24 * HOUR_MS) / 116);
    expect((await signIn()).status).toBe(200);
    await guess(40);
    const refused = await signIn();
    expect(refused).toMatchObject({ status: 429 });
    expect(refused.retryAfter).toBeLessThanOrEqual(30);
    server.clock.advance(refused.retryAfter * SECOND);
    expect((await signIn()).status).toBe(200);
  });

  it('do not slow a device on which the owner has signed in before', async () => {
    const { mark, cookie } = await signIn();
    expect(cookie).toMatch(/; Path=\/oauth; HttpOnly; SameSite=Strict$/);
    await guess(40);
    expect((await signIn()).status).toBe(429);
    const again = await signIn(TEST_PASSWORD, mark);
    expect([again.status, again.mark]).toEqual([200, undefined]);
  });
});

describe('the mark of a known device', () => {
  it('lets nobody guess: five wrong passwords, and it waits', async () => {
    const { mark } = await signIn();
    const answers = [];
    for (let time = 0; time < 7; time++) answers.push((await signIn('wrong', mark)).status);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429]);
    // By itself: elsewhere its owner signs in.
    expect((await signIn()).status).toBe(200);
  });

  it('is good for nobody else, not after a change, and not with another password', async () => {
    const { mark = '' } = await signIn();
    const colleague = await signIn(TEST_PASSWORD, undefined, server.users.colleague.email);
    await guess(40);
    const [nonce, proof] = mark.split('.');
    const wrong = [`${nonce}.`, `.${proof}`, `x${mark}`, `${mark}x`, 'x', 'x'.repeat(5_000), colleague.mark];
    for (const each of wrong) expect([each, (await signIn(TEST_PASSWORD, each)).status]).toEqual([each, 429]);
    expect((await signIn(TEST_PASSWORD, mark)).status).toBe(200);
  });
});
