import type { Context } from 'hono';
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { composeTexts } from '#kit/compose-texts.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import { describeIssues } from '#validation/messages.ts';
import { invalid, notFound, Refusal } from '../db/refusal.ts';
import type { AppEnv } from './app-env.ts';

const DEPTH_MAX = 32;
const UNTRIMMED = new Set(['password', 'password_confirmation']);
/** What conditions compare with may be spaces: a policy is stored as its author sees it. */
const AS_SENT = new Set(['policyData']);
/** Path segments that are numbers; 15 digits stay exact in JavaScript and inside PostgreSQL's bigint. */
const NUMERIC_SEGMENT = /(^id|Id|Number)$/;

export function isNumericSegment(name: string): boolean {
  return NUMERIC_SEGMENT.test(name);
}

/** The same input with its texts composed, as they are stored. An attempt is known by what was sent. */
export function composeInput<Input>(input: Input): Input {
  return composeTexts(input, name => UNTRIMMED.has(name) || AS_SENT.has(name)) as Input; // the same fields
}

type Fields = Record<string, unknown>;

/** Path, query and body of a request as one input that passed the endpoint's allow-list. */
export async function readInput<E extends Endpoint>(
  c: Context<AppEnv>,
  endpoint: E,
): Promise<v.InferOutput<E['input']>> {
  const body = endpoint.method === 'GET' ? {} : await readJson(c);
  const query = (endpoint.query ?? []).map(name => [name, c.req.query(name)] as const);
  const input = { ...clean(body, endpoint.body?.depth), ...Object.fromEntries(query), ...readSegments(c) };
  const parsed = v.safeParse(endpoint.input, input);
  if (parsed.success) return parsed.output;
  const segments = c.req.param();
  if (parsed.issues.some(issue => String(issue.path?.[0]?.key) in segments)) throw notFound();
  throw invalid(describeIssues(parsed.issues));
}

function readSegments(c: Context<AppEnv>) {
  const segments = c.req.param();
  for (const [name, text] of Object.entries(segments)) {
    if (isNumericSegment(name) && !/^\d{1,15}$/.test(text)) throw notFound();
  }
  return segments;
}

async function readJson(c: Context<AppEnv>): Promise<Fields> {
  const text = await c.req.text();
  if (text === '') return {};
  const type = c.req.header('content-type') ?? 'application/json';
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw new Refusal(415, { message: 'The request body must be JSON.' });
  }
  return asFields(parseJson(text));
}

/** Parses JSON, or refuses with 400 in JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const refusal = new Refusal(400, { message: 'Malformed JSON in the request body.' });
    refusal.cause = cause;
    throw refusal;
  }
}

/** The fields of a JSON object; anything else is no input at all. */
export function asFields(raw: unknown): Fields {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new Refusal(400, { message: 'The request body must be a JSON object.' });
  }
  return Object.fromEntries(Object.entries(raw));
}

/** Laravel's global middleware: texts are trimmed (not passwords), empty ones are null. NUL never reaches SQL. */
function clean(fields: Fields, depth = DEPTH_MAX): Fields {
  const cleaning: Cleaning = { errors: {}, depth };
  const cleaned = cleanFields(fields, [], cleaning);
  if (Object.keys(cleaning.errors).length > 0) throw invalid(cleaning.errors);
  return cleaned;
}

type Cleaning = { errors: Record<string, string[]>; depth: number };

function cleanValue(value: unknown, path: string[], cleaning: Cleaning): unknown {
  if (path.length > cleaning.depth) {
    const errors = { [path[0] ?? '']: ['Слишком много уровней вложенности'] };
    throw new Refusal(422, { message: 'The request body is nested too deeply.', errors });
  }
  if (typeof value === 'string') return cleanText(value, path, cleaning);
  if (Array.isArray(value)) return value.map((item, at) => cleanValue(item, [...path, String(at)], cleaning));
  return typeof value === 'object' && value !== null ? cleanFields(value, path, cleaning) : value;
}

function cleanFields(fields: object, path: string[], cleaning: Cleaning): Fields {
  const cleaned = Object.entries(fields).map(([name, value]) => {
    return [name, cleanValue(value, [...path, name], cleaning)];
  });
  return Object.fromEntries(cleaned);
}

function cleanText(text: string, path: string[], { errors }: Cleaning): string | null {
  if (text.includes('\u0000')) errors[path.join('.')] = ['Недопустимое значение'];
  if (UNTRIMMED.has(path.at(-1) ?? '') || AS_SENT.has(path[0] ?? '')) return text;
  const trimmed = (path.at(-1) === 'email' ? withoutInvisible(text) : text).trim();
  return trimmed === '' ? null : trimmed;
}
