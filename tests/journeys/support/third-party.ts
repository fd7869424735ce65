/** An application of somebody else's on an origin of its own, built on a client library that nobody here wrote. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as oauth from 'openid-client';
import { listContacts } from '#contract/contacts.ts';
import { listenOnLoopback } from '#tests/support/loopback.ts';

/** What a client of ours is told when it is made. */
export type Credentials = { id: string; secret: string };

export type ThirdParty = {
  origin: string;
  /** Where it wants to be sent back to. */
  redirect: string;
  /** Gives it what the screen showed; `at` is the origin of our server as it sees it. */
  register: (at: string, credentials: Credentials) => void;
  close: () => Promise<void>;
};

type Pending = { verifier: string; state: string };
type Tokens = { access: string; refresh: string };

/**
 * Starts it. «Подключить» leads to our consent page and back; «Прочитать телефоны» calls our API with what it was given; «Обновить
 * доступ» refreshes. Each page says what came of it.
 */
export async function openThirdParty(scope = 'promo'): Promise<ThirdParty> {
  let config: oauth.Configuration | undefined;
  let api = '';
  let pending: Pending | undefined;
  let tokens: Tokens | undefined;

  const known = () => {
    if (!config) throw new Error('the application was not registered');
    return config;
  };
  const held = () => {
    if (!tokens) throw new Error('the application was not authorized');
    return tokens;
  };
  const keep = (answer: oauth.TokenEndpointResponse) => {
    tokens = { access: answer.access_token, refresh: answer.refresh_token ?? '' };
  };

  const pages: Record<string, (url: URL) => Promise<string | URL>> = {
    '/': async () => 'Учет мастерской',
    '/connect': async () => {
      pending = { verifier: oauth.randomPKCECodeVerifier(), state: oauth.randomState() };
      return oauth.buildAuthorizationUrl(known(), {
        redirect_uri: redirect,
        scope,
        state: pending.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
    },
    '/callback': async url => {
      const { verifier = '', state } = pending ?? {};
      keep(
        await oauth.authorizationCodeGrant(known(), url, {
          pkceCodeVerifier: verifier,
          ...(state === undefined ? {} : { expectedState: state }),
        }),
      );
      return 'Подключено';
    },
    '/read': async () => {
      const { status } = await fetch(`${api}${listContacts.path}`, {
        headers: { authorization: `Bearer ${held().access}` },
      });
      return `Телефоны: ${status}`;
    },
    '/refresh': async () => {
      keep(await oauth.refreshTokenGrant(known(), held().refresh));
      return 'Доступ обновлен';
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin);
    const made = await pages[url.pathname]?.(url).catch(wordsFor);
    if (made instanceof URL) return response.writeHead(302, { location: made.href }).end();
    response.writeHead(made === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(made ?? 'Нет такой страницы'));
  };

  const server = createServer((request, response) => void answer(request, response));
  // Another host name is another site: nothing of the app is shared with it.
  const origin = `http://localhost:${await listenOnLoopback(server)}`;
  const redirect = `${origin}/callback`;
  return {
    origin,
    redirect,
    register(at, { id, secret }) {
      api = at;
      const addresses = {
        authorization_endpoint: `${at}/oauth/authorize`,
        token_endpoint: `${at}/oauth/token`,
        revocation_endpoint: `${at}/oauth/revoke`,
      };
      config = new oauth.Configuration({ issuer: at, ...addresses }, id, secret);
      oauth.allowInsecureRequests(config);
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As the library tells it: `error` of the answer where there was one. */
function wordsFor(cause: unknown): string {
  const { error, message } = cause as { error?: string; message?: string }; // whatever the library throws has these
  return `Ошибка: ${error ?? message}`;
}

function pageOf(words: string): string {
  const links = [
    ['/connect', 'Подключить'],
    ['/read', 'Прочитать телефоны'],
    ['/refresh', 'Обновить доступ'],
  ].map(([href, label]) => `<a href="${href}">${label}</a>`);
  const safe = words.replace(/[&<>]/g, '');
  return `<!doctype html><html lang="ru"><title>Учет мастерской</title><h1>${safe}</h1>${links.join(' ')}</html>`;
}
