import type { Context } from 'hono';
import { getUser, loginAs, obtainToken, revokeToken } from '#contract/session.ts';
import { startImpersonation } from '../auth/login-as.ts';
import { obtainTokens, revokeTokens } from '../auth/token-endpoint.ts';
import { audit } from '../commands/act.ts';
import { Refusal } from '../db/refusal.ts';
import type { AppEnv } from './app-env.ts';
import { markCookie, readMark } from './device-cookie.ts';
import { asFields, parseJson } from './input.ts';
import { query, type Route, secretCommand } from './route.ts';

const tokenHeaders = { 'content-type': 'application/json; charset=UTF-8', pragma: 'no-cache' };

const BEARER = { token_type: 'Bearer' };

export const sessionRoutes: Route[] = [
  {
    endpoint: obtainToken,
    handle: async (deps, c) => {
      const authorization = c.req.header('authorization');
      const form = await readForm(c);
      const from = { ip: c.get('ip'), device: readMark(c), isExposed: c.get('isExposed') };
      const { reply, device } = await obtainTokens(deps, { form, authorization, ...from });
      const headers = { ...tokenHeaders, ...(device ? markCookie(c, deps.config, device) : {}) };
      return new Response(JSON.stringify(reply), { headers });
    },
  },
  {
    endpoint: revokeToken,
    handle: async (deps, c) => {
      await revokeTokens(deps, await readForm(c), c.req.header('authorization'));
      return new Response('{}', { headers: tokenHeaders });
    },
  },
  secretCommand(loginAs, async ({ tx, act, identity, input }) => {
    const begun = await startImpersonation(tx, identity, input.user_id, act.now.getTime());
    await audit(tx, act, { action: 'login_as', entity: 'user', entityId: input.user_id });
    // '' and not left out: nobody may go on with the refresh token of before.
    return { ...BEARER, expires_in: begun.expiresIn, access_token: begun.accessToken, refresh_token: '' };
  }),
  query(getUser, async ({ identity: { id, name, email, roles, can, impersonator } }) => ({
    id,
    name,
    email,
    role: roles[0] ?? { name: '', display_name: '' },
    roles,
    can,
    ...(impersonator ? { impersonator } : {}),
  })),
];

/** Form fields; JSON is read as a form, because original clients send either. */
async function readForm(c: Context<AppEnv>): Promise<Record<string, string>> {
  const text = await c.req.text();
  const type = c.req.header('content-type') ?? '';
  // Who says nothing means a form; files are taken nowhere.
  if (text !== '' && type !== '' && !/^application\/(json|x-www-form-urlencoded)\b/i.test(type)) {
    throw malformed('The request body must be a form.', 415);
  }
  const form = /^application\/json\b/i.test(type)
    ? Object.entries(asFields(parseJson(text === '' ? '{}' : text)))
    : [...new URLSearchParams(text)];
  const fields = form.filter(([, value]) => value !== null && value !== undefined);
  if (fields.some(([, value]) => typeof value === 'object' || String(value).includes('\u0000'))) {
    throw malformed('Form fields must be plain texts.');
  }
  if (new Set(form.map(([name]) => name)).size < form.length) throw malformed('A form field is repeated.');
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}

function malformed(message: string, status = 400): Refusal {
  return new Refusal(status, { error: 'invalid_request', error_description: message, message });
}
