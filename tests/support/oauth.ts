/**
 * A third party's side of a test: its client, a user's consent, and the tokens that come of it; the consent page as a
 * browser without scripts has it: read, filled in, sent.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type HTMLInputElement, Window } from 'happy-dom';
import { hashToken, newToken } from '#server/auth/tokens.ts';
import { oauthClients } from '#server/db/schema.ts';
import { postForm } from './calls.ts';
import { TEST_PASSWORD, type TestServer, type TestUser } from './server.ts';

/** A registered client as its owner keeps it. */
export type TestClient = { id: string; secret: string; redirects: string[] };

export const REDIRECT = 'https://third-party.example/callback';

/** RFC 7636, appendix B. */
export const RFC_VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** A client of `owner`, straight in the table. */
export async function seedClient(
  { db, clock }: TestServer,
  owner: TestUser,
  redirects: string[] = [REDIRECT],
  more: Partial<typeof oauthClients.$inferInsert> = {},
): Promise<TestClient> {
  const secret = newToken();
  const times = { created_at: new Date(clock()), updated_at: new Date(clock()) };
  const [made] = await db
    .insert(oauthClients)
    .values({
      name: 'Third party',
      secret_hash: hashToken(secret),
      grants: ['authorization_code', 'refresh_token'],
      user_id: owner.id,
      redirects,
      ...times,
      ...more,
    })
    .returning({ id: oauthClients.id });
  if (!made) throw new Error('no client was seeded');
  return { id: String(made.id), secret, redirects };
}

export function newVerifier(): string {
  return randomBytes(32).toString('base64url');
}

/** S256 of a verifier. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** The parameters of a proper request for a code; `more` adds to them, and undefined takes away. */
export function askingFor(
  client: TestClient,
  verifier: string,
  more: Record<string, string | undefined> = {},
): Record<string, string> {
  const all = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirects[0],
    scope: 'profile',
    state: 'a state',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** What a user's consent is answered with. */
export async function consent(
  server: TestServer,
  asked: Record<string, string>,
  user: TestUser,
  more: Record<string, string> = {},
) {
  const typed = { email: user.email, password: TEST_PASSWORD, decision: 'allow' };
  return postForm(server, '/oauth/authorize', { ...asked, ...typed, ...more });
}

type Authorization = {
  client: TestClient;
  user: TestUser;
  scopes?: readonly string[];
  redirectUri?: string;
  /** The RFC's own, unless it must be another. */
  verifier?: string;
};

/** The code that a user gives to a client on the page of consent. */
export async function authorizeAs(
  server: TestServer,
  { client, user, scopes = ['profile'], redirectUri, verifier = RFC_VERIFIER }: Authorization,
): Promise<string> {
  const more = { scope: scopes.join(' '), ...(redirectUri ? { redirect_uri: redirectUri } : {}) };
  const { status, headers, text } = await consent(server, askingFor(client, verifier, more), user);
  const location = headers.get('location') ?? '';
  const code = URL.canParse(location) && new URL(location).searchParams.get('code');
  if (status !== 303 || !code) throw new Error(`no code was given: ${status} ${location} ${text}`);
  return code;
}

/** Asks for tokens with a code, and gives the answer, whatever it is; `more` overrides. */
export async function exchange(
  server: TestServer,
  client: TestClient,
  code: string,
  more: Record<string, string> = {},
) {
  return postForm(server, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: client.secret,
    redirect_uri: client.redirects[0] ?? '',
    code,
    code_verifier: RFC_VERIFIER,
    ...more,
  });
}

/** Asks for the next pair, and gives the answer, whatever it is. */
export async function refreshAs(
  server: TestServer,
  client: TestClient,
  refreshToken: string,
  more: Record<string, string> = {},
) {
  return postForm(server, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.id,
    client_secret: client.secret,
    refresh_token: refreshToken,
    ...more,
  });
}

export type AppTokens = { access_token: string; refresh_token: string; expires_in: number; scope: string };

/** Tokens of an application that the user has authorized. */
export async function tokensOf(server: TestServer, of: Authorization): Promise<AppTokens> {
  const { redirectUri, verifier } = of;
  const { status, body } = await exchange(server, of.client, await authorizeAs(server, of), {
    ...(redirectUri ? { redirect_uri: redirectUri } : {}),
    ...(verifier ? { code_verifier: verifier } : {}),
  });
  if (status !== 200) throw new Error(`no tokens were given: ${status} ${JSON.stringify(body)}`);
  return body;
}

export type ConsentPage = {
  status: number;
  headers: Headers;
  html: string;
  document: Window['document'];
  /** Fills the form in and presses that button; the answer is not followed. */
  press: (button: Button, typed?: Typed) => Promise<Response>;
  /** The same where the page comes back. */
  again: (button: Button, typed?: Typed) => Promise<ConsentPage>;
};

type Button = 'Разрешить' | 'Отказать';
type Typed = { email?: string; password?: string };

/** What a browser says of itself where it stands on the page that has the form; the page lets no referrer out. */
const FROM_THE_PAGE = { origin: 'null', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };

/** Follows a link to the consent page. */
export async function openConsent(fetcher: typeof fetch, address: string): Promise<ConsentPage> {
  const response = await fetcher(address, { redirect: 'manual' });
  return readConsent(fetcher, address, response);
}

/** The same on a test server, by the link of that client with the RFC's own challenge; undefined leaves a parameter out. */
export function ask(
  server: TestServer,
  client: TestClient,
  changes: Record<string, string | undefined> = {},
): Promise<ConsentPage> {
  const question = new URLSearchParams(askingFor(client, RFC_VERIFIER, changes));
  return openConsent(server.fetch, `/oauth/authorize?${question}`);
}

async function readConsent(fetcher: typeof fetch, address: string, response: Response): Promise<ConsentPage> {
  const html = await response.text();
  const document = new browser.DOMParser().parseFromString(html, 'text/html');
  const press: ConsentPage['press'] = async (name, typed = {}) => {
    const form = document.querySelector('form');
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === name,
    );
    if (!form || !button) throw new Error(`no form with ${name}: ${response.status} ${html.slice(0, 300)}`);
    for (const [type, text] of Object.entries(typed)) fieldOf(form, type).value = text;
    const fields = [...new browser.FormData(form, button)].map(([field, value]) => [field, String(value)]);
    // A browser resolves the form's address against that of its page.
    const target = address.startsWith('/') ? actionOf(form) : new URL(actionOf(form), address).href;
    const body = new URLSearchParams(fields);
    return fetcher(target, {
      method: form.method.toUpperCase(),
      headers: FROM_THE_PAGE,
      body,
      redirect: 'manual',
    });
  };
  const again: ConsentPage['again'] = async (...how) => readConsent(fetcher, address, await press(...how));
  return { status: response.status, headers: response.headers, html, document, press, again };
}

/** One for all pages, which only read them: it costs more than a page. */
const browser = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } });

type Form = NonNullable<ReturnType<Window['document']['querySelector']>>;

const actionOf = (form: Form) => form.getAttribute('action') ?? '';

function fieldOf(form: Form, type: string): HTMLInputElement {
  const field = form.querySelector(`input[type="${type}"]`);
  if (!field) throw new Error(`the form has no field for ${type}`);
  // It was asked for by this name.
  return field as HTMLInputElement;
}

/** Where an answer sends the browser. */
export function locationOf(response: Response): URL {
  const location = response.headers.get('location');
  if (!location) throw new Error(`the browser is sent nowhere: ${response.status}`);
  return new URL(location);
}
