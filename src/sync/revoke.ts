import type { ClientIdentity } from '#api/api.ts';
import type { Transport } from '#api/transport.ts';
import { revokeToken } from '#contract/session.ts';

/**
 * Tells the server that a login is over. Not waited for: nobody stays signed in for lack of a network, and a backend
 * without this call answers 404, which changes nothing.
 */
export function revoke(
  { transport, clientId, clientSecret }: ClientIdentity & { transport: Transport },
  token: string | undefined,
): void {
  if (token) void transport(revokeToken, { client_id: clientId, client_secret: clientSecret, token });
}
