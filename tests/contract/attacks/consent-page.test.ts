/** Attacks on the user in front of the page of consent (RFC 6749, 10.13; RFC 9700, 4.16), and through its form. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loginAttempts } from '#server/db/schema.ts';
import { postForm } from '#tests/support/calls.ts';
import { ask, type ConsentPage, locationOf, openConsent } from '#tests/support/consent.ts';
import { askingFor, plantClient, RFC_VERIFIER, type TestClient } from '#tests/support/oauth.ts';
import { CLIENT, serverForAll, TEST_PASSWORD } from '#tests/support/server.ts';
import { leavesAlone } from '../read-all.ts';

const server = serverForAll();
let books: TestClient;
beforeAll(async () => {
  books = await plantClient(server, server.users.admin);
});

const right = () => ({ email: server.users.promoter.email, password: TEST_PASSWORD });
const wrong = () => ({ ...right(), password: 'wrong' });

/** The page, the page after a wrong password, and the page that refuses to ask. */
const everyPage = async (): Promise<[string, Pick<ConsentPage, 'headers'>][]> => {
  const page = await ask(server, books);
  return [
    ['asking', page],
    ['after a wrong password', await page.press('Разрешить', wrong())],
    ['of an unknown client', await ask(server, books, { client_id: '999999' })],
    ['of another address', await ask(server, books, { redirect_uri: 'https://evil.example/' })],
  ];
};

it('clickjacking: no page of ours is framed, keeps anything, or says where it was', async () => {
  for (const [which, { headers }] of await everyPage()) {
    const policy = headers.get('content-security-policy') ?? '';
    expect([which, policy.split('; ')]).toEqual([which, expect.arrayContaining(["frame-ancestors 'none'"])]);
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|\*|data:/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('set-cookie')).toBeNull();
  }
});

it('the way back says nothing about where it began, and is kept by nobody', async () => {
  const page = await ask(server, books);
  for (const answer of [await page.press('Разрешить', right()), await page.press('Отказать')]) {
    expect(answer.status).toBe(303);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).not.toContain('code=');
  }
});

describe('script', () => {
  const EVIL = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'onfocus='alert(1)",
    '</title><svg onload=alert(1)>',
    '</style><script>alert(1)</script>',
    '&lt;script&gt;',
    '{{constructor.constructor("alert(1)")()}}',
    'javascript:alert(1)',
  ];

  /** The page means what it says: the text is a text, and nothing is there that a page of ours does not have. */
  const isHarmless = async ({ document }: ConsentPage) => {
    const clean = (await ask(server, books)).document;
    const namesOf = (of: typeof document) =>
      new Set([...of.querySelectorAll('*')].map(({ tagName }) => tagName));
    const more = [...namesOf(document)].filter(name => !namesOf(clean).has(name));
    expect(more).toEqual([]);
    const attributes = [...document.querySelectorAll('*')].flatMap(each => each.getAttributeNames());
    expect(attributes.filter(name => name.startsWith('on'))).toEqual([]);
  };

  it.each(EVIL)('by a name, a parameter or an e-mail, %s: is text, and comes back as it was', async text => {
    const evil = await plantClient(server, server.users.admin, undefined, { name: text });
    const page = await ask(server, evil, { state: text });
    const again = await page.again('Разрешить', { email: text, password: 'wrong' });
    expect([page.status, again.status]).toEqual([200, 422]);
    for (const shown of [page, again]) {
      await isHarmless(shown);
      expect(shown.document.body.textContent).toContain(text);
      expect(shown.document.querySelector('input[name="state"]')?.getAttribute('value')).toBe(text);
    }
    expect(again.document.querySelector('input[type="email"]')?.getAttribute('value')).toBe(text);
    expect(locationOf(await page.press('Отказать')).searchParams.get('state')).toBe(text);
  });

  it.each(['client_id', 'redirect_uri', 'response_type', 'scope', 'code_challenge', 'email', 'error'])(
    'by %s: is not shown at all',
    async name => {
      const page = await ask(server, books, { [name]: EVIL[0] });
      expect(page.html).not.toContain('alert(1)');
    },
  );
});

it('consent by a link alone: asks all the same, and shows no password', async () => {
  const question = { ...askingFor(books, RFC_VERIFIER), ...right(), decision: 'allow' };
  const page = await leavesAlone(server, () =>
    openConsent(server.fetch, `/oauth/authorize?${new URLSearchParams(question)}`),
  );
  expect(page.status).toBe(200);
  expect(page.html).not.toContain(TEST_PASSWORD);
});

describe('password guessing', () => {
  afterEach(() => server.db.delete(loginAttempts).then(() => undefined));

  const guess = async (typed = wrong()) => {
    const page = await ask(server, books);
    return page.press('Разрешить', typed);
  };
  const signIn = ({ email, password } = right()) =>
    postForm(server, '/oauth/token', { grant_type: 'password', ...CLIENT, username: email, password });

  it('in other letters and with spaces: the same e-mail', async () => {
    const email = server.users.promoter.email;
    for (const each of [email, email.toUpperCase(), ` ${email}`, `${email} `, email]) {
      expect((await guess({ email: each, password: 'wrong' })).status).toBe(422);
    }
    expect((await guess(right())).status).toBe(429);
  });

  it('unknown e-mail, wrong password and a blocked user: answered alike', async () => {
    const { promoter, blocked } = server.users;
    const shown = async (email: string, password: string) => {
      const answer = await guess({ email, password });
      return [answer.status, (await answer.text()).replaceAll(email, 'e-mail')];
    };
    const told = await shown(promoter.email, 'wrong');
    expect(told[0]).toBe(422);
    expect(await shown('nobody@test.example', 'wrong')).toEqual(told);
    expect(await shown(blocked.email, TEST_PASSWORD)).toEqual(told);
    const spoken = await Promise.all(
      [promoter.email, 'nobody@test.example'].map(email => signIn({ email, password: 'wrong' })),
    );
    expect(spoken[0]?.text).toBe(spoken[1]?.text);
  });

  it.each([
    ['half a letter', '\ud800@test.example'],
    ['very much', `${'a'.repeat(20_000)}@test.example`],
  ])('e-mail that is %s: a wrong one like every other', async (_what, email) => {
    const form = { ...askingFor(books, RFC_VERIFIER), email, password: 'wrong', decision: 'allow' };
    expect((await postForm(server, '/oauth/authorize', form)).status).toBe(422);
  });
});
