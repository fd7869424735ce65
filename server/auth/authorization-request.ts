/** Who asks a user for what (RFC 6749, 4.1.1), and the address that they are answered at. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../db/database.ts';
import { oauthClients, users } from '../db/schema.ts';
import { isClientId } from './clients.ts';

/** Everything that is read of a request; whatever else it carries is left alone. */
export const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
type Parameter = (typeof PARAMETERS)[number];

/** A request of a known client with an address of its own: only from here on anything is sent back to it. */
export type AuthorizationRequest = {
  client: { id: number; name: string; grants: string[]; registrant: string | null };
  redirectUri: string;
  params: Partial<Record<Parameter, string>>;
  repeated: Parameter[];
};

type ReadRequest = { ok: true; request: AuthorizationRequest } | { ok: false; fault: 'client' | 'redirect' };

/** Who asks, and where from: an address counts only as it was registered, letter by letter. */
export async function readAuthorizationRequest(on: Queryable, query: URLSearchParams): Promise<ReadRequest> {
  const repeated = PARAMETERS.filter(name => query.getAll(name).length > 1);
  const params = Object.fromEntries(PARAMETERS.flatMap(name => pairOf(name, query.get(name))));
  const client = repeated.includes('client_id')
    ? undefined
    : await readClient(on, query.get('client_id') ?? '');
  if (!client) return { ok: false, fault: 'client' };
  const redirectUri = repeated.includes('redirect_uri') ? '' : (query.get('redirect_uri') ?? '');
  if (!client.redirects.includes(redirectUri)) return { ok: false, fault: 'redirect' };
  return { ok: true, request: { client, redirectUri, params, repeated } };
}

/** Parameters without a value count as left out (3.1). */
function pairOf(name: Parameter, value: string | null): [Parameter, string][] {
  return value ? [[name, value]] : [];
}

async function readClient(on: Queryable, id: string) {
  if (!isClientId(id)) return undefined;
  const [found] = await on
    .select({
      id: oauthClients.id,
      name: oauthClients.name,
      grants: oauthClients.grants,
      redirects: oauthClients.redirects,
      registrant: users.name,
    })
    .from(oauthClients)
    .leftJoin(users, eq(users.id, oauthClients.user_id))
    .where(and(eq(oauthClients.id, Number(id)), isNull(oauthClients.revoked_at)));
  return found;
}

/** Between the page and the answer a client may have been deleted, or its addresses changed. */
export async function lockClient(tx: Tx, { client, redirectUri }: AuthorizationRequest): Promise<boolean> {
  const [held] = await tx
    .select({ redirects: oauthClients.redirects })
    .from(oauthClients)
    .where(and(eq(oauthClients.id, client.id), isNull(oauthClients.revoked_at)))
    .for('share');
  return held?.redirects.includes(redirectUri) ?? false;
}

/** The client's address with an answer and its own `state` as it was sent; what the address had in it stays. */
export function addressOf(
  { redirectUri, params, repeated }: AuthorizationRequest,
  answer: Record<string, string>,
): URL {
  // Of a state that was sent twice neither is the one that it waits for.
  const state = repeated.includes('state') ? undefined : params.state;
  const said = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }) });
  const url = new URL(redirectUri);
  url.search += `${url.search ? '&' : '?'}${said}`;
  return url;
}
