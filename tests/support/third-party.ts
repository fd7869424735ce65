/** A program of somebody else's, as the server meets it: registered, agreed to, with a code, with tokens. */
import { type Called, post, postForm } from './calls.ts';
import { type ConsentPage, locationOf, openConsent } from './consent.ts';
import { TEST_PASSWORD, type TestServer, type TestUser } from './server.ts';

export type ThirdParty = { id: string; secret: string; redirect: string };

type Fields = Record<string, string>;

/** RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** With a query of its own: it must survive what is added to it. */
export const CALLBACK = 'https://books.example/callback?shop=7';

/** Registers a client through the API; `redirect` may be several addresses, separated by commas. */
export async function registerClient(
  server: TestServer,
  { owner = server.users.admin, name = 'Books', redirect = CALLBACK } = {},
): Promise<ThirdParty> {
  const made = await post(server, '/oauth/clients', { name, redirect }, await server.signIn(owner));
  if (made.status !== 201) throw new Error(`no client was registered: ${made.status} ${made.text}`);
  return { id: String(made.body.id), secret: made.body.secret, redirect };
}

/** What the program asks for; a change to undefined leaves a field out. */
export function questionOf(program: ThirdParty, changes: Record<string, string | undefined> = {}): Fields {
  const fields = {
    ...{ response_type: 'code', client_id: program.id, redirect_uri: program.redirect, state: 'af0ifjsldkj' },
    ...{ scope: 'profile promo', code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

/** The address of the consent page with that question. */
export const addressOf = (fields: Fields | [string, string][]) =>
  `/oauth/authorize?${new URLSearchParams(fields)}`;

/** Follows the program's link. */
export function ask(
  server: TestServer,
  program: ThirdParty,
  changes: Record<string, string | undefined> = {},
): Promise<ConsentPage> {
  return openConsent(server.fetch, addressOf(questionOf(program, changes)));
}

/** The user agrees; the code comes back. */
export async function obtainCode(
  server: TestServer,
  program: ThirdParty,
  { user = server.users.promoter, ...changes }: { user?: TestUser } & Record<string, unknown> = {},
): Promise<string> {
  // What is left are texts, by the callers.
  const page = await ask(server, program, changes as Fields);
  const answer = await page.press('Разрешить', { email: user.email, password: TEST_PASSWORD });
  const code = locationOf(answer).searchParams.get('code');
  if (!code) throw new Error(`no code came back: ${answer.headers.get('location')}`);
  return code;
}

/** Exchanges a code; `changes` are what an attacker does otherwise. */
export function exchange(
  server: TestServer,
  { id, secret, redirect }: ThirdParty,
  code: string,
  changes: Fields = {},
): Promise<Called> {
  return postForm(server, '/oauth/token', {
    ...{ grant_type: 'authorization_code', client_id: id, client_secret: secret },
    ...{ code, redirect_uri: redirect, code_verifier: VERIFIER, ...changes },
  });
}

/** Tokens that the user has agreed to. */
export async function obtainTokens(
  server: TestServer,
  program: ThirdParty,
  asked: { user?: TestUser; scope?: string } = {},
): Promise<{ access_token: string; refresh_token: string; scope: string }> {
  const { status, body, text } = await exchange(server, program, await obtainCode(server, program, asked));
  if (status !== 200) throw new Error(`no tokens for the code: ${status} ${text}`);
  return body;
}

/** Exchanges a refresh token. */
export function refresh(
  server: TestServer,
  { id, secret }: Pick<ThirdParty, 'id' | 'secret'>,
  refresh_token: string,
  changes: Fields = {},
): Promise<Called> {
  const client = { client_id: id, client_secret: secret };
  return postForm(server, '/oauth/token', {
    grant_type: 'refresh_token',
    ...client,
    refresh_token,
    ...changes,
  });
}

/** A personal token of that user. */
export async function obtainPersonalToken(
  server: TestServer,
  user: TestUser,
  scopes: string[],
): Promise<string> {
  const headers = await server.signIn(user);
  const made = await post(server, '/oauth/personal-access-tokens', { name: 'ERP', scopes }, headers);
  if (made.status !== 200) throw new Error(`no personal token: ${made.status} ${made.text}`);
  return made.body.accessToken;
}

/** The header of a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Whether the token lives: what it is told when it asks who its user is. */
export async function statusOf(server: TestServer, token: string): Promise<number> {
  return (await post(server, '/api/getUser', {}, bearer(token))).status;
}
