import type { Context } from 'hono';
import { getUser, obtainToken, revokeToken } from '#contract/session.ts';
import { revokeTokens } from '../auth/revoke.ts';
import { obtainTokens } from '../auth/token-endpoint.ts';
import { Refusal } from '../db/refusal.ts';
import type { AppEnv } from './app-env.ts';
import { asFields, parseJson } from './input.ts';
import { query, type Route } from './route.ts';

const tokenHeaders = { 'content-type': 'application/json; charset=UTF-8', pragma: 'no-cache' };

export const sessionRoutes: Route[] = [
  {
    endpoint: obtainToken,
    handle: async (deps, c) => {
      const authorization = c.req.header('authorization');
      const tokens = await obtainTokens(deps, { form: await readForm(c), authorization, ip: c.get('ip') });
      return new Response(JSON.stringify(tokens), { headers: tokenHeaders });
    },
  },
  {
    endpoint: revokeToken,
    handle: async (deps, c) => {
      await revokeTokens(deps, await readForm(c));
      return new Response('{}', { headers: tokenHeaders });
    },
  },
  query(getUser, async ({ identity: { id, name, email, roles, can } }) => ({
    id,
    name,
    email,
    role: roles[0] ?? { name: '', display_name: '' },
    roles,
    can,
  })),
];

/** Form fields; JSON is read as a form, because original clients send either. */
async function readForm(c: Context<AppEnv>): Promise<Record<string, string>> {
  const text = await c.req.text();
  const type = c.req.header('content-type') ?? '';
  const form = /^application\/json\b/i.test(type)
    ? Object.entries(asFields(parseJson(text === '' ? '{}' : text)))
    : [...new URLSearchParams(text)];
  const fields = form.filter(([, value]) => value !== null && value !== undefined);
  if (fields.some(([, value]) => typeof value === 'object' || String(value).includes('\u0000'))) {
    throw new Refusal(400, { error: 'invalid_request', message: 'Form fields must be plain texts.' });
  }
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
}
