import { getUser, obtainToken } from '#contract/session.ts';
import type { Conversation } from './conversation.ts';
import { hiddenHeaders, isLetThrough, NEEDED_HEADERS, preflight } from './cors.ts';
import type { Heard } from './readings.ts';

/** What a browser lets the page of another origin do; each is its own question, because backends refuse all or nothing. */
export type CorsFacts = {
  signIn: boolean;
  api: boolean;
  policies: boolean;
  credentials: boolean;
  /** Whether Idempotency-Key may be sent. */
  keys: boolean;
  /** Whether If-Match may be sent: saving a receipt over a version that was seen. */
  versions: boolean;
  tags: boolean;
  put: boolean;
  delete: boolean;
  /** Headers of answers that the page would not see. */
  hidden: string[];
};

type Question = { path: string; what: string; method?: string; headers?: readonly string[] };

/** `answer`: any that the page got, to see what it would not see. */
export async function probeCors(
  conversation: Conversation,
  pageOrigin: string,
  answer: Heard | undefined,
): Promise<CorsFacts> {
  const ask = async ({ path, what, ...rest }: Question) => {
    let allowed = false;
    const heard = await conversation.look('CORS', preflight(path, pageOrigin, rest), answer => {
      allowed = isLetThrough(answer, pageOrigin, rest);
      return `CORS, ${what}: ${allowed ? 'можно' : 'нельзя'}`;
    });
    return heard !== undefined && allowed;
  };
  const withHeader = (name: string) => [...NEEDED_HEADERS, name];
  const api = getUser.path;
  const facts = {
    signIn: await ask({ path: obtainToken.path, what: 'вход' }),
    api: await ask({ path: api, what: 'вызовы /api' }),
    policies: await ask({ path: '/abac/getPolicies', what: 'политики', method: 'GET' }),
    credentials: await ask({ path: '/oauth/clients', what: 'приложения и токены', method: 'GET' }),
    keys: await ask({ path: api, what: 'Idempotency-Key', headers: withHeader('idempotency-key') }),
    versions: await ask({ path: api, what: 'If-Match', headers: withHeader('if-match') }),
    tags: await ask({ path: api, what: 'If-None-Match', headers: withHeader('if-none-match') }),
    put: await ask({ path: '/api/enter/1', what: 'метод PUT', method: 'PUT' }),
    delete: await ask({ path: '/oauth/clients', what: 'метод DELETE', method: 'DELETE' }),
  };
  return { ...facts, hidden: answer ? hiddenHeaders(answer) : [] };
}
