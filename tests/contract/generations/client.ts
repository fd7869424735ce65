/** The client's API layer as a phone runs it, without outbox and screens. */
import { createApi } from '#api/api.ts';
import { type AuthStore, localAuthStore } from '#api/auth-state.ts';
import { createTransport } from '#api/transport.ts';
import { getUser, obtainToken } from '#contract/session.ts';
import { memoryLocks } from '#kit/locks.ts';
import { CLIENT, ORIGIN, TEST_PASSWORD } from '#tests/support/server.ts';

type ClientOptions = { fetch: typeof fetch; clientSecret?: string; auth?: AuthStore };

/** A client on that network; `auth` lets it go on with the session of another one. */
export function createClient({
  fetch,
  clientSecret = CLIENT.client_secret,
  auth = newStore(),
}: ClientOptions) {
  const identity = { clientId: CLIENT.client_id, clientSecret };
  const transport = createTransport({ origin: ORIGIN, zone: 'Europe/Moscow', sendsKeys: true, fetch });
  const api = createApi({ ...identity, transport, auth, exclusively: memoryLocks() });
  const ask = (username: string, password = TEST_PASSWORD) =>
    transport(obtainToken, {
      ...{ grant_type: 'password', client_id: identity.clientId, client_secret: clientSecret },
      ...{ username, password, scope: '' },
    });
  return {
    ...{ api, auth, transport, ask },
    whoAmI: () => api.call(getUser, {}),
    async signIn({ id, email }: { id: number; email: string }) {
      const answer = await ask(email);
      if (!answer.ok) throw new Error(`Sign-in failed: ${JSON.stringify(answer.problem)}`);
      const { access_token, refresh_token, expires_in } = answer.value.value;
      auth.write({
        ...{ isLoggedIn: true, accessToken: access_token, refreshToken: refresh_token },
        ...{ expiresIn: expires_in, error: '', subject: id, epoch: 'one' },
      });
    },
    /** From here on the server does not know the access token. */
    loseAccess: () => auth.write({ ...auth.read(), accessToken: 'lost' }),
  };
}

function newStore(): AuthStore {
  const values = new Map<string, string>();
  return localAuthStore({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  });
}
