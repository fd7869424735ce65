/** A program of somebody else's: its registration, made as the screen makes it. */
import { post } from './calls.ts';
import type { TestServer, TestUser } from './server.ts';

export type ThirdParty = { id: string; secret: string; redirect: string };

export const CALLBACK = 'https://books.example/callback?shop=7';

/** Registers a client through the API; `redirect` may be several addresses, separated by commas. */
export async function registerClient(
  server: TestServer,
  owner: TestUser = server.users.admin,
  redirect: string = CALLBACK,
): Promise<ThirdParty> {
  const made = await post(server, '/oauth/clients', { name: 'Books', redirect }, await server.signIn(owner));
  if (made.status !== 201) throw new Error(`no client was registered: ${made.status} ${made.text}`);
  return { id: String(made.body.id), secret: made.body.secret, redirect };
}
