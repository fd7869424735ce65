/** What must be true of every answer, whatever was asked. */
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { statusesOf } from '#server/routes/http-statuses.ts';
import type { TestServer } from '#tests/support/server.ts';
import { readAll } from '../read-all.ts';
import { type Attempt, MARKER } from './attempts.ts';

/** The shape of every refusal: Laravel's, the reports' own of the original, and OAuth's (RFC 6749, 5.2). */
const Refused = v.strictObject({
  message: v.string(),
  status: v.optional(v.literal('error')),
  title: v.optional(v.string()),
  errors: v.optional(v.record(v.string(), v.pipe(v.array(v.string()), v.nonEmpty()))),
  code: v.optional(v.picklist(['idempotency_key_reused', 'idempotency_key_malformed'])),
  error: v.optional(v.string()),
  error_description: v.optional(v.string()),
  hint: v.optional(v.string()),
});

/** A stack, a statement, a file or a part of the machinery. */
const INTERNALS =
  /\bat [\w.<>]+ \(|node_modules|\/server\/|\.ts:\d|\bselect .+ from\b|\binsert into\b|\bupdate .+ set\b|SQLSTATE|pglite|postgres|drizzle|valibot|\b(Type|Range|Syntax|Reference)Error\b/i;

/** Bookkeeping that also a refused attempt leaves: guesses are counted. */
const IGNORED_TABLES = ['login_attempts'];

async function rowsOf(server: TestServer): Promise<[table: string, rows: unknown][]> {
  return Object.entries(await readAll(server)).filter(([table]) => !IGNORED_TABLES.includes(table));
}

/** Sends one attempt after another. */
export function answerChecker(server: TestServer, endpoint: Endpoint) {
  const meant = statusesOf(endpoint);
  return async (attempt: Attempt): Promise<number> => {
    const before = await rowsOf(server);
    const linesBefore = server.logged.length;
    const { address, method, headers, body } = attempt;
    const init = { method, headers, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) };
    const answer = await server.fetch(address, init);
    const text = await textOf(answer);
    const { status } = answer;
    const allowed = attempt.isOtherAddress ? [...meant, 404, 405] : meant;
    expect(allowed, `${status} ${text.slice(0, 300)}`).toContain(status);
    checkWords(answer, text);
    checkSecrets(attempt, text, answer, server.logged.slice(linesBefore));
    if (status >= 400) expect(await rowsOf(server)).toEqual(before);
    return status;
  };
}

async function textOf(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  return String(answer.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes);
}

function checkWords({ status, headers }: Response, text: string): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  // Only the mark of a known device, which no script can read, and which goes nowhere but to a sign-in.
  const cookie = headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^(device=[\w.-]+; Max-Age=\d+; Path=\/oauth; HttpOnly; SameSite=Strict)?$/);
  if (status === 204 || status === 304) {
    expect(text).toBe('');
    return;
  }
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  const said: unknown = JSON.parse(text);
  if (status < 400) return;
  const { issues } = v.safeParse(Refused, said);
  expect(
    issues?.map(({ message }) => message),
    text,
  ).toBeUndefined();
  expect(text).not.toMatch(INTERNALS);
}

/** The one who calls is no secret to themselves, but nothing of what they showed comes back or is written down. */
function checkSecrets(
  { headers }: Attempt,
  text: string,
  answer: Response,
  lines: TestServer['logged'],
): void {
  const written = JSON.stringify(lines);
  const received = text + JSON.stringify([...answer.headers]);
  const token = (headers.authorization ?? '').slice('Bearer '.length);
  for (const secret of [MARKER, ...(token.length > 20 ? [token] : [])]) {
    expect(written.includes(secret), 'a secret in the log').toBe(false);
    expect(received.includes(secret), 'a secret in the answer').toBe(false);
  }
  expect(lines.map(({ event }) => event)).toEqual(['request']);
}
