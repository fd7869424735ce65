/** What a program does with our server beside the ways in support/oauth.ts: registered by the API, with tokens of its user's. */
import { get, post } from '#tests/support/calls.ts';
import type { TestClient } from '#tests/support/oauth.ts';
import type { TestServer, TestUser } from '#tests/support/server.ts';

/** An address with a query of its own: it must survive what is added to it. */
export const CALLBACK = 'https://books.example/callback?shop=7';

/** Registers a client as the screen does. */
export async function registerClient(server: TestServer, redirect = CALLBACK): Promise<TestClient> {
  const headers = await server.signIn(server.users.admin);
  const { status, body } = await post(server, '/oauth/clients', { name: 'Books', redirect }, headers);
  if (status !== 201) throw new Error(`no client was registered: ${status} ${JSON.stringify(body)}`);
  return { id: String(body.id), secret: body.secret, redirects: [redirect] };
}

/** A personal token of that user. */
export async function personalTokenOf(
  server: TestServer,
  user: TestUser,
  scopes: readonly string[],
): Promise<string> {
  const headers = await server.signIn(user);
  const form = { name: 'ERP', scopes };
  const { status, body } = await post(server, '/oauth/personal-access-tokens', form, headers);
  if (status !== 200) throw new Error(`no personal token was made: ${status} ${JSON.stringify(body)}`);
  return body.accessToken;
}

/** The header of a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Whether a token of scope profile lives: what it is answered when it asks who its user is. */
export async function statusOf(server: TestServer, token: string): Promise<number> {
  return (await post(server, '/api/getUser', {}, bearer(token))).status;
}

/** Whether a personal token of scope promo lives: what it is answered when it asks for contacts. */
export async function statusOfPersonal(server: TestServer, token: string): Promise<number> {
  return (await get(server, '/api/promo/contacts/fullList', bearer(token))).status;
}
