/** Attacks on the user before the page of consent, by its form, and by the address that they are sent back to (RFC 6749, 10; RFC 9700, 4). */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loginAttempts } from '#server/db/schema.ts';
import { postForm } from '#tests/support/calls.ts';
import {
  ask,
  askingFor,
  type ConsentPage,
  consent,
  locationOf,
  openConsent,
  RFC_VERIFIER,
  seedClient,
  type TestClient,
} from '#tests/support/oauth.ts';
import { serverForAll, TEST_PASSWORD } from '#tests/support/server.ts';
import { changesNothing } from '../read-all.ts';

const GOOD = 'https://good.example/callback';
const LOCAL = 'http://127.0.0.1:5005/callback';

const server = serverForAll();
let books: TestClient;
beforeAll(async () => {
  books = await seedClient(server, server.users.admin, [GOOD, LOCAL]);
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
    const evil = await seedClient(server, server.users.admin, undefined, { name: text });
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
  const page = await changesNothing(server, () =>
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

  it('in other letters and with spaces: the same e-mail', async () => {
    const email = server.users.promoter.email;
    for (const each of [email, email.toUpperCase(), ` ${email}`, `${email} `, email]) {
      expect((await guess({ email: each, password: 'wrong' })).status).toBe(422);
    }
    expect((await guess(right())).status).toBe(429);
  });

  it.each([
    ['half a letter', '\ud800@test.example'],
    ['very much', `${'a'.repeat(20_000)}@test.example`],
  ])('e-mail that is %s: a wrong one like every other', async (_what, email) => {
    const form = { ...askingFor(books, RFC_VERIFIER), email, password: 'wrong', decision: 'allow' };
    expect((await postForm(server, '/oauth/authorize', form)).status).toBe(422);
  });
});

type Changes = Record<string, string | undefined>;

const MISMATCHES: [what: string, redirect_uri: string | undefined][] = [
  ['other path', 'https://good.example/other'],
  ['path that climbs back', 'https://good.example/x/../callback'],
  ['encoded climbing', 'https://good.example/callback/%2e%2e/steal'],
  ['other port', 'https://good.example:8443/callback'],
  ['default port written out', 'https://good.example:443/callback'],
  ['other port of loopback', 'http://127.0.0.1:5006/callback'],
  ['other name of loopback', 'http://localhost:5005/callback'],
  ['subdomain', 'https://www.good.example/callback'],
  ['prefix of another host', 'https://good.example.evil.com/callback'],
  ['host with a dot at its end', 'https://good.example./callback'],
  ['user information, with a password', 'https://good.example:x@evil.example/callback'],
  ['encoded at-sign', 'https://good.example%40evil.example/callback'],
  ['backslash', 'https://good.example\\@evil.example/callback'],
  ['backslash for a slash', 'https:\\\\evil.example\\callback'],
  ['empty query', `${GOOD}?`],
  ['other case of the path', 'https://good.example/CALLBACK'],
  ['other case of the scheme', 'HTTPS://good.example/callback'],
  ['trailing slash', `${GOOD}/`],
  ['leading space', ` ${GOOD}`],
  ['percent-encoded letter', 'https://good.example/%63allback'],
  ['percent-encoded NUL', `${GOOD}%00`],
  ['NUL', `${GOOD}\u0000`],
  ['line break', `${GOOD}\r\nSet-Cookie: a=b`],
  ['both addresses at once', `${GOOD}, ${LOCAL}`],
  ['no scheme', '//good.example/callback'],
  ['plain http', 'http://good.example/callback'],
  ['data', 'data:text/html,https://good.example/callback'],
  ['path alone', '/callback'],
  ['international look-alike', 'https://gооd.example/callback'],
  ['no address', undefined],
  ['empty address', ''],
  ['other host', 'https://evil.example/callback'],
  ['path below', `${GOOD}/more`],
  ['other query', `${GOOD}?next=https://evil.example`],
  ['fragment', `${GOOD}#fragment`],
  ['capitals', 'https://Good.example/callback'],
  ['user information', 'https://good.example@evil.example/callback'],
  ['script', 'javascript:alert(1)//good.example/callback'],
  ['trailing space', `${GOOD} `],
];

/** What is told to the user alone, and sent back nowhere. */
const UNANSWERABLE: [what: string, changes: Changes][] = [
  ...MISMATCHES.map(([what, redirect_uri]): [string, Changes] => [what, { redirect_uri }]),
  ['unknown client', { client_id: '999999' }],
  ['no client', { client_id: undefined }],
  ['client that is no number', { client_id: '1 or 1=1' }],
  ['client with a NUL', { client_id: '1001\0' }],
  ['client of the page', { client_id: '2' }],
  ['client of personal tokens', { client_id: '1' }],
];

describe.each(UNANSWERABLE)('question with %s', (_what, changes) => {
  it('shows an error page and sends nobody anywhere', async () => {
    const page = await changesNothing(server, () => ask(server, books, changes));
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
    expect(page.html).toContain('<html lang="ru">');
    expect(page.document.querySelectorAll('form, a, meta[http-equiv]')).toHaveLength(0);
    expect(page.html).not.toMatch(/evil/);
  });

  it('is refused once more when the form is sent with it, with a yes or a no', async () => {
    const form = askingFor(books, RFC_VERIFIER, changes);
    await changesNothing(server, async () => {
      for (const decision of ['allow', 'deny']) {
        const { status, headers, text } = await consent(server, form, server.users.promoter, { decision });
        expect([status, headers.get('location')]).toEqual([400, null]);
        expect(headers.get('content-type')).toMatch(/^text\/html/);
        expect(text).not.toMatch(/evil|<form/);
      }
    });
  });
});

/** Every mistake that is told to the client, made together with an address that is not registered. */
const MISTAKES: Record<string, Record<string, string | undefined>> = {
  'no mistake': {},
  'unknown response_type': { response_type: 'token' },
  'no response_type': { response_type: undefined },
  'no challenge': { code_challenge: undefined },
  'plain challenge': { code_challenge_method: 'plain' },
  'unknown scope': { scope: 'world' },
  'no state': { state: undefined },
  'unknown client': { client_id: '999999' },
  'client that is no number': { client_id: "1' or 1=1--" },
  'client left out': { client_id: undefined },
  'client of the page': { client_id: '2' },
  'client of personal tokens': { client_id: '1' },
  'silent prompt': { prompt: 'none' },
};

it.each(Object.keys(MISTAKES))(
  'open redirect: nobody is sent to an address that is not registered, with %s',
  async name => {
    for (const redirect_uri of [
      'https://evil.example/',
      'https://good.example.evil.com/callback',
      undefined,
    ]) {
      const { status, headers } = await ask(server, books, { ...MISTAKES[name], redirect_uri });
      expect([status, headers.get('location')]).toEqual([400, null]);
    }
  },
);
