import * as v from 'valibot';
import { normalise } from '#contract/normalise.ts';
import { obtainAccessToken, ZONE } from '#tests/support/ask-server.ts';

/** What a server answered, and how long that took. */
export type Answer = { text: string; ms: number };
export type Ask = (path: string, body?: unknown, init?: RequestInit) => Promise<Answer>;

/** Asks a server beside the page, with a token of its own: a GET, or a POST where there is a body. */
export async function askAs(origin: string, email: string): Promise<Ask> {
  const authorization = `Bearer ${await obtainAccessToken(origin, email)}`;
  return async (path, body, init = {}) => {
    const headers = { ...init.headers, authorization, 'content-type': 'application/json' };
    const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const began = performance.now();
    const answer = await fetch(`${origin}${path}`, { ...posted, ...init, headers });
    const text = await answer.text();
    const ms = performance.now() - began;
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return { text, ms };
  };
}

/** Reads an answer as the page does. */
export function readAs<Reply extends v.GenericSchema>(reply: Reply, { text }: Answer): v.InferOutput<Reply> {
  return v.parse(reply, normalise(reply, JSON.parse(text), ZONE));
}
